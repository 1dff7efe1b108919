#!lua flags=allow-oom
-- The claims are settled: they leave the queue. A parked claim stays where it is.
--
-- KEYS: queue, marks, queued, tries, later, again
-- ARGV: group, then ranges of claims (the first n, the last n)
local queue, marks, queued, tries, later, again = unpack(KEYS)
local group = ARGV[1]
local marked = call('EXISTS', marks) == 1
local gone, left, units = {}, 0, {}

local function leaves(offer, count)
    units[offer] = (units[offer] or 0) + count
end

-- The whole entry at once.
local function settleAll(entry, count)
    gone[#gone + 1] = entry[1]
    left = left + count
    for offer, total in gmatch(entry[2][2], '(%d+) (%d+)') do leaves(offer, number(total)) end
end

local function forget(n)
    n = format('%d', n)
    call('HDEL', tries, n)
    call('ZREM', later, n)
    call('HDEL', again, n)
end

local function settlePart(entry, from, to)
    local first, _, count = span(entry[1])
    local text = marksOf(marks, entry[1])
    local letters, done = {}, {}
    for at = from, to do
        local letter = sub(text, at, at)
        if letter == 'r' then forget(first + at - 1) end
        if letter == '.' or letter == 'r' then
            done[#done + 1] = at
            letter = 'd'
        end
        letters[#letters + 1] = letter
    end
    if #done == 0 then return end
    left = left + #done
    local offer, total = match(entry[2][2], '^(%d+) (%d+)$')
    if offer and number(total) == count then
        -- One unit each.
        leaves(offer, #done)
    else
        for _, at in ipairs(done) do
            local of, size = match(line(entry, at), '^%d+ (%d+) %d+ (%d+)')
            leaves(of, number(size))
        end
    end
    text = sub(text, 1, from - 1) .. table.concat(letters) .. sub(text, to + 1)
    note(queue, marks, group, entry[1], text)
end

local function settle(entry, from, to)
    local first, last, count = span(entry[1])
    if from <= first and last <= to and not (marked and call('HEXISTS', marks, entry[1]) == 1) then
        settleAll(entry, count)
    elseif first <= to then
        settlePart(entry, math.max(from, first) - first + 1, math.min(to, last) - first + 1)
    end
    return last
end

for at = 2, #ARGV, 2 do
    local from, to, reached = number(ARGV[at]), number(ARGV[at + 1]), 0
    for _, entry in ipairs(call('XRANGE', queue, ARGV[at], ARGV[at + 1])) do
        reached = settle(entry, from, to)
    end
    if reached < to then
        -- The next entry ends behind the range, and may begin in it.
        local entry = call('XRANGE', queue, format('%d', to + 1), '+', 'COUNT', 1)[1]
        if entry then settle(entry, from, to) end
    end
end
if #gone > 0 then
    call('XACK', queue, group, unpack(gone))
    call('XDEL', queue, unpack(gone))
end
leave(queued, left, units)
return 1
