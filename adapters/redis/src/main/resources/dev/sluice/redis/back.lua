#!lua flags=allow-oom
-- Gives back what a consumer has taken and cannot settle: it belongs to nobody, a consumer without
-- a beat, and whoever sweeps next takes it. An entry goes back with all of its open claims. What is
-- done, or is another's by now, stays as it is.
--
-- KEYS: queue, marks, again
-- ARGV: group, consumer, nobody, then ranges of claims (the first n, the last n)
local queue, marks, again = unpack(KEYS)
local group, me, nobody = ARGV[1], ARGV[2], ARGV[3]
local ids = {}

-- Retried claims go their own way.
local function giveAgain(first, text, from, to)
    for at = from, to do
        if sub(text, at, at) == 'r' then
            local n = format('%d', first + at - 1)
            local since, name = match(call('HGET', again, n) or '', '^(%d+) (.*)$')
            if name == me then call('HSET', again, n, since .. ' ' .. nobody) end
        end
    end
end

local function give(entry, from, to)
    local first, last = span(entry[1])
    if first > to then return last end
    local text = call('HGET', marks, entry[1])
    if text then
        giveAgain(first, text, math.max(from, first) - first + 1, math.min(to, last) - first + 1)
    end
    -- Where there is no group nobody has taken anything: the server has lost it.
    if #redis.pcall('XPENDING', queue, group, entry[1], entry[1], 1, me) == 1 then
        ids[#ids + 1] = entry[1]
    end
    return last
end

for at = 4, #ARGV, 2 do
    local from, to, reached = number(ARGV[at]), number(ARGV[at + 1]), 0
    for _, entry in ipairs(call('XRANGE', queue, ARGV[at], ARGV[at + 1])) do
        reached = give(entry, from, to)
    end
    if reached < to then
        -- The next entry ends behind the range, and may begin in it.
        local entry = call('XRANGE', queue, format('%d', to + 1), '+', 'COUNT', 1)[1]
        if entry then give(entry, from, to) end
    end
end
for _, id in ipairs(ids) do call('XCLAIM', queue, group, nobody, 0, id, 'JUSTID') end
return #ids
