-- How full the queue of one shard is.
--
-- KEYS: queue, seq
-- ARGV: group
--
-- Answers how many claims are not acknowledged, the last sequence, and the first one that is
-- neither acknowledged nor aside, or nothing.
local depth = redis.call('XLEN', KEYS[1])
local last = redis.call('GET', KEYS[2]) or '0'
if depth == 0 then return {depth, last, ''} end
local groups = redis.call('XINFO', 'GROUPS', KEYS[1])
local delivered = nil
for _, g in ipairs(groups) do
    if g[2] == ARGV[1] then
        for i = 1, #g, 2 do
            if g[i] == 'last-delivered-id' then delivered = g[i + 1] end
        end
    end
end
local from = delivered and '(' .. delivered or '-'
local fresh = redis.call('XRANGE', KEYS[1], from, '+', 'COUNT', 1)[1]
local first = fresh and string.match(fresh[1], '^%d+') or ''
if delivered then
    local pending = redis.call('XPENDING', KEYS[1], ARGV[1])
    -- What was taken and is not done comes before what was not taken.
    if pending[1] > 0 then
        local taken = string.match(pending[2], '^%d+')
        if first == '' or tonumber(taken) < tonumber(first) then first = taken end
    end
end
return {depth, last, first}
