-- Looks for a claim in offers of one shard.
--
-- KEYS: beats, then per offer: its units, its claims
-- ARGV: run, claim
--
-- Answers the index of the offer and what is known of the claim, or nothing; u for the latter when
-- an offer might have it that is not open, or whose claims are still being put back.
local unsure = 0
for j = 1, (#KEYS - 1) / 2 do
    local units = KEYS[2 * j]
    local v = redis.call('HMGET', units, 'state', 'run', 'back', 'backMax')
    if v[1] == 'open' and v[2] == ARGV[1] then
        local known = redis.call('HGET', KEYS[2 * j + 1], ARGV[2])
        if known then return {j, known} end
        if isKept(KEYS[1], units, v[3], v[4]) then unsure = j end
    elseif v[1] then
        unsure = j
    end
end
if unsure > 0 then return {unsure, 'u'} end
return {}
