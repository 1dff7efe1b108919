-- The claims are settled: they leave the queue. A parked claim stays where it is.
--
-- KEYS: queue, tries, later, why, queued
-- ARGV: group, then the claims (n, claim, offer, units)
local aside = redis.call('EXISTS', KEYS[4]) == 1
local retried = redis.call('EXISTS', KEYS[2]) == 1
for at = 2, #ARGV, 4 do
    local n = ARGV[at]
    if not (aside and redis.call('HEXISTS', KEYS[4], ARGV[at + 1]) == 1) then
        redis.call('XACK', KEYS[1], ARGV[1], n .. '-0')
        if redis.call('XDEL', KEYS[1], n .. '-0') == 1 then
            if redis.call('HINCRBY', KEYS[5], ARGV[at + 2], -tonumber(ARGV[at + 3])) <= 0 then
                redis.call('HDEL', KEYS[5], ARGV[at + 2])
            end
        end
        if retried then
            redis.call('HDEL', KEYS[2], n)
            redis.call('ZREM', KEYS[3], n)
        end
    end
end
return 1
