-- The claims are settled: they leave the queue. A parked claim stays where it is.
--
-- KEYS: queue, tries, later, why, queued
-- ARGV: group, then the claims (n, claim, offer, units)
--
-- Claims of one offer and as many units leave in one call, so that the number of those that were
-- there tells how many units have left with them.
local aside = redis.call('EXISTS', KEYS[4]) == 1
local retried = redis.call('EXISTS', KEYS[2]) == 1
local lots, byName = {}, {}
for at = 2, #ARGV, 4 do
    local n = ARGV[at]
    if not (aside and redis.call('HEXISTS', KEYS[4], ARGV[at + 1]) == 1) then
        local name = ARGV[at + 2] .. ' ' .. ARGV[at + 3]
        local lot = byName[name]
        if not lot then
            lot = {offer = ARGV[at + 2], units = tonumber(ARGV[at + 3]), ids = {}}
            byName[name] = lot
            lots[#lots + 1] = lot
        end
        lot.ids[#lot.ids + 1] = n .. '-0'
        if retried then
            redis.call('HDEL', KEYS[2], n)
            redis.call('ZREM', KEYS[3], n)
        end
    end
end
for _, lot in ipairs(lots) do
    redis.call('XACK', KEYS[1], ARGV[1], unpack(lot.ids))
    local left = redis.call('XDEL', KEYS[1], unpack(lot.ids)) * lot.units
    if left > 0 and redis.call('HINCRBY', KEYS[5], lot.offer, -left) <= 0 then
        redis.call('HDEL', KEYS[5], lot.offer)
    end
end
return 1
