-- Sets a claim aside for a person, unless it is done or aside already.
--
-- KEYS: queue, tries, later, why, parked
-- ARGV: group, n, claim, attempts, time, cause
local n = ARGV[2]
if redis.call('HEXISTS', KEYS[4], ARGV[3]) == 1 then return 0 end
if #redis.call('XRANGE', KEYS[1], n .. '-0', n .. '-0') == 0 then return 0 end
redis.call('HSET', KEYS[4], ARGV[3], n .. ' ' .. ARGV[4] .. ' ' .. ARGV[5] .. ' ' .. ARGV[6])
redis.call('ZADD', KEYS[5], n, ARGV[3])
redis.call('ZREM', KEYS[3], n)
redis.call('HDEL', KEYS[2], n)
redis.call('XACK', KEYS[1], ARGV[1], n .. '-0')
return 1
