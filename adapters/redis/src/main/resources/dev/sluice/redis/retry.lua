-- Delivers a claim again later, as the next attempt, unless it is done or has been retried already.
--
-- KEYS: queue, tries, later, why
-- ARGV: group, n, claim, attempt, due, cause
local n = ARGV[2]
if redis.call('HEXISTS', KEYS[4], ARGV[3]) == 1 then return 0 end
if #redis.call('XRANGE', KEYS[1], n .. '-0', n .. '-0') == 0 then return 0 end
local known = redis.call('HGET', KEYS[2], n)
local latest = tonumber(known and string.match(known, '^%d+') or '1')
-- A broker counts attempts that this queue does not see; only an older one has been retried.
local attempt = tonumber(ARGV[4])
if attempt < latest then return 0 end
redis.call('HSET', KEYS[2], n, string.format('%d ', attempt + 1) .. ARGV[6])
redis.call('ZADD', KEYS[3], ARGV[5], n)
redis.call('XACK', KEYS[1], ARGV[1], n .. '-0')
return 1
