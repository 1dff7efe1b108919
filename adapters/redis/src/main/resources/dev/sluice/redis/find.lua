-- Looks for a claim in offers of one shard.
--
-- KEYS: per offer: its units, its claims
-- ARGV: run, claim
--
-- Answers the index of the offer and what is known of the claim, or nothing; u for the latter when
-- an offer that is not open might have it.
local unsure = 0
for j = 1, #KEYS / 2 do
    local v = redis.call('HMGET', KEYS[2 * j - 1], 'state', 'run')
    if v[1] == 'open' and v[2] == ARGV[1] then
        local known = redis.call('HGET', KEYS[2 * j], ARGV[2])
        if known then return {j, known} end
    elseif v[1] then
        unsure = j
    end
end
if unsure > 0 then return {unsure, 'u'} end
return {}
