-- The parked claims of one shard, oldest first, or one of them.
--
-- KEYS: queue, why, parked
-- ARGV: max, or nothing and the claim
--
-- Answers what is known of each and its body.
local claims = {ARGV[2]}
if ARGV[1] ~= '' then claims = redis.call('ZRANGE', KEYS[3], 0, tonumber(ARGV[1]) - 1) end
local answers = {}
for _, claim in ipairs(claims) do
    local known = redis.call('HGET', KEYS[2], claim)
    if known then
        local id = string.match(known, '^%d+') .. '-0'
        local entry = redis.call('XRANGE', KEYS[1], id, id)[1]
        if entry then
            answers[#answers + 1] = known
            answers[#answers + 1] = entry[2][2]
        end
    end
end
return answers
