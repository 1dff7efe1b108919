-- Lets a buyer through the gate of an offer: answers the pass that is out, or the new one, or nothing.
-- KEYS: the buyers with a pass that is out, by its expiry in milliseconds; their passes.
-- ARGV: buyer, claim of a new pass, now and the new expiry in milliseconds, how many may be out.
local buyer, claim = ARGV[1], ARGV[2]
local now, expires, outMax = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local SWEEP_MAX = 200
local SPARE_MILLIS = 60000

local ended = redis.call('zrangebyscore', KEYS[1], '-inf', now, 'limit', 0, SWEEP_MAX)
if #ended > 0 then
    redis.call('zrem', KEYS[1], unpack(ended))
    redis.call('hdel', KEYS[2], unpack(ended))
end

-- What was out when the clocks were put back counts no longer than a pass that is issued now, or it
-- would keep the gate full for as long as they went back. Nodes differ by less.
local latest = redis.call('zrangebyscore', KEYS[1], expires + SPARE_MILLIS, '+inf', 'limit', 0, SWEEP_MAX)
for i = 1, #latest do
    local pass = redis.call('hget', KEYS[2], latest[i])
    redis.call('zadd', KEYS[1], ARGV[4], latest[i])
    redis.call('hset', KEYS[2], latest[i], string.match(pass, '^%d+') .. ' ' .. ARGV[4])
end

local until_ = redis.call('zscore', KEYS[1], buyer)
if until_ and tonumber(until_) > now then
    return redis.call('hget', KEYS[2], buyer)
end
if redis.call('zcount', KEYS[1], '(' .. ARGV[3], '+inf') >= outMax then
    return false
end
local pass = claim .. ' ' .. ARGV[4]
redis.call('zadd', KEYS[1], ARGV[4], buyer)
redis.call('hset', KEYS[2], buyer, pass)

-- By the length of the lifetime, since the clock of Redis may be another.
local needed = expires - now + SPARE_MILLIS
if redis.call('pttl', KEYS[1]) < needed then
    redis.call('pexpire', KEYS[1], needed)
    redis.call('pexpire', KEYS[2], needed)
end
return pass
