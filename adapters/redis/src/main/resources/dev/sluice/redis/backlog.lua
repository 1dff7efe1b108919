-- How full the queue of one shard is.
--
-- KEYS: queue, marks, seq, queued
-- ARGV: group
--
-- Answers how many claims are not acknowledged, the last n, and the first one that is neither
-- acknowledged nor aside, or nothing.
local queue, marks = KEYS[1], KEYS[2]
local last = call('GET', KEYS[3]) or '0'
local depth = number(call('HGET', KEYS[4], 'claims') or '0')
if depth == 0 then return {depth, last, ''} end
local delivered = nil
for _, g in ipairs(call('XINFO', 'GROUPS', queue)) do
    if g[2] == ARGV[1] then
        for i = 1, #g, 2 do
            if g[i] == 'last-delivered-id' then delivered = g[i + 1] end
        end
    end
end

-- The first claim of an entry that is open.
local function firstOpen(id)
    local text = call('HGET', marks, id)
    return span(id) + (text and string.find(text, '.', 1, true) or 1) - 1
end

local fresh = call('XRANGE', queue, delivered and '(' .. delivered or '-', '+', 'COUNT', 1)[1]
local first = fresh and firstOpen(fresh[1])
if delivered then
    local pending = call('XPENDING', queue, ARGV[1])
    -- What was taken and is not done comes before what was not taken.
    if pending[1] > 0 then
        local taken = firstOpen(pending[2])
        if not first or taken < first then first = taken end
    end
end
return {depth, last, first and format('%d', first) or ''}
