-- Delivers a claim again later, as the next attempt, unless it is done or has been retried already.
--
-- KEYS: queue, tries, later, why
-- ARGV: group, n, claim, attempt, due, cause
local n = ARGV[2]
if redis.call('HEXISTS', KEYS[4], ARGV[3]) == 1 then return 0 end
if #redis.call('XRANGE', KEYS[1], n .. '-0', n .. '-0') == 0 then return 0 end
local known = redis.call('HGET', KEYS[2], n)
local attempt = known and string.match(known, '^%d+') or '1'
if attempt ~= ARGV[4] then return 0 end
redis.call('HSET', KEYS[2], n, string.format('%d ', tonumber(attempt) + 1) .. ARGV[6])
redis.call('ZADD', KEYS[3], ARGV[5], n)
redis.call('XACK', KEYS[1], ARGV[1], n .. '-0')
return 1
