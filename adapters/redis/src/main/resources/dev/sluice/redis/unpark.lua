-- Takes a claim out of the parked ones: to be delivered once more as a first attempt, or for good.
--
-- KEYS: queue, why, parked, later, queued
-- ARGV: claim, when to deliver it or nothing
--
-- Answers 1, or 0 when it is not parked.
local known = redis.call('HGET', KEYS[2], ARGV[1])
if not known then return 0 end
local n = string.match(known, '^%d+')
redis.call('HDEL', KEYS[2], ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
if ARGV[2] ~= '' then
    redis.call('ZADD', KEYS[4], ARGV[2], n)
    return 1
end
local entry = redis.call('XRANGE', KEYS[1], n .. '-0', n .. '-0')[1]
if entry then
    redis.call('XDEL', KEYS[1], n .. '-0')
    local offer, units = string.match(entry[2][2], '^%d+ (%d+) %d+ (%d+)')
    if redis.call('HINCRBY', KEYS[5], offer, -tonumber(units)) <= 0 then
        redis.call('HDEL', KEYS[5], offer)
    end
end
return 1
