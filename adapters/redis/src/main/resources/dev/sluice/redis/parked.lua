-- The parked claims of one shard, oldest first, or one of them.
--
-- KEYS: queue, why, parked
-- ARGV: max, or nothing and the claim
--
-- Answers what is known of each and the claim itself.
local queue, why, parked = unpack(KEYS)
local claims = {ARGV[2]}
if ARGV[1] ~= '' then claims = call('ZRANGE', parked, 0, number(ARGV[1]) - 1) end
local answers = {}
for _, claim in ipairs(claims) do
    local known = call('HGET', why, claim)
    if known then
        local entry, at = find(queue, match(known, '^%d+'))
        if entry then
            answers[#answers + 1] = known
            answers[#answers + 1] = line(entry, at)
        end
    end
end
return answers
