#!lua flags=allow-oom
-- Takes what has arrived in one shard: first what was taken in vain, then what dead nodes have
-- left, then retries that are due, then new claims: those of quiet offers that stand far behind,
-- and those whose turn it is. Of what is left, each has at most half as long as the next has some.
-- Entries are taken as a whole, so there may be more claims than were asked for.
--
-- KEYS: queue, marks, later, tries, again, beats, quiet
-- ARGV: group, consumer, max, now, milliseconds that a beat lasts, sweep (1) or not (0),
--       milliseconds after which a claim is delivered again, from where to look for those,
--       milliseconds since when deliveries were in vain, or -1
--
-- Answers: from where to look next, 1 when there may be more to sweep, when the next retry is due
-- or nothing, after which id new claims come, then per entry or retried claim its first n, the
-- attempt, the marks or nothing, the claims.
local queue, marks, later, tries, again, beats, quiet = unpack(KEYS)
local group, me, left = ARGV[1], ARGV[2], number(ARGV[3])
local redeliverAfter, inVain = number(ARGV[7]), number(ARGV[9])
local cursor, more = ARGV[8], 0
local answers, size = {'', 0, '', ''}, 4
local marked = call('EXISTS', marks) == 1
-- How large entries are is known afterwards, so not too many are taken at a time.
local READ_MAX, OLD_MAX, OLD_LOOKS_MAX = 5, 10, 10
-- Sweeps look at all claims that go their own way, so those are not too many.
local QUIET_LOOKS_MAX, AHEAD_MAX = 10, 2000
-- So far apart may the clocks of nodes be.
local APART_MAX = 60000

local time = call('TIME')
local now = number(time[1]) * 1000 + math.floor(number(time[2]) / 1000)

local function give(n, attempt, text, lines)
    answers[size + 1], answers[size + 2] = n, attempt
    answers[size + 3], answers[size + 4] = text, lines
    size = size + 4
end

local function deliver(entries)
    for _, entry in ipairs(entries) do
        if entry and entry[2] then
            local first, _, open = span(entry[1])
            local text = marked and call('HGET', marks, entry[1]) or ''
            if text ~= '' then open = select(2, string.gsub(text, '%.', '')) end
            if open == 0 then
                call('XACK', queue, group, entry[1])
            else
                give(format('%d', first), '1', text, entry[2][4])
                left = left - open
            end
        end
    end
end

-- Delivers a retried claim.
local function deliverAgain(n)
    local entry, at = find(queue, n)
    if not entry or sub(marksOf(marks, entry[1]), at, at) ~= 'r' then
        call('HDEL', again, n)
        call('HDEL', tries, n)
        return
    end
    local known = call('HGET', tries, n)
    call('HSET', again, n, format('%d ', now) .. me)
    give(n, known and match(known, '^%d+') or '1', '', line(entry, at))
    left = left - 1
end

local function claim(ids)
    if #ids > 0 then deliver(call('XCLAIM', queue, group, me, 0, unpack(ids))) end
end

-- So many entries of a consumer as are wanted.
local function pendingOf(consumer, lookMax, idleMax)
    local ids, room = {}, left
    for _, p in ipairs(call('XPENDING', queue, group, '-', '+', lookMax, consumer)) do
        if room > 0 and (not idleMax or p[3] <= idleMax) then
            ids[#ids + 1] = p[1]
            local _, _, count = span(p[1])
            room = room - count
        end
    end
    return ids
end

-- Retried claims whose node and age are like that.
local function takeAgain(isWanted)
    local all = call('HGETALL', again)
    for i = 1, #all, 2 do
        local since, name = match(all[i + 1], '^(%d+) (.*)$')
        if isWanted(name, now - number(since)) then
            if left <= 0 then
                more = 1
                return
            end
            deliverAgain(all[i])
        end
    end
end

-- A beat that lasts for longer than beats do is of before the clock was put back.
local function isDead(name)
    local beat = number(call('ZSCORE', beats, name) or '0')
    return name ~= me and (beat < now or beat > now + number(ARGV[5]))
end

local function takeOver(name)
    claim(pendingOf(name, left))
    if #call('XPENDING', queue, group, '-', '+', 1, name) == 0 then
        call('XGROUP', 'DELCONSUMER', queue, group, name)
        call('ZREM', beats, name)
    else
        more = 1
    end
end

local function sweep()
    for _, consumer in ipairs(call('XINFO', 'CONSUMERS', queue, group)) do
        if isDead(consumer[2]) then
            if left <= 0 then more = 1 else takeOver(consumer[2]) end
        end
    end
    takeAgain(function(name, age) return age >= redeliverAfter or isDead(name) end)
    for _ = 1, OLD_LOOKS_MAX do
        if left <= 0 then return end
        local max = math.min(left, OLD_MAX)
        local old = call('XAUTOCLAIM', queue, group, me, redeliverAfter, cursor, 'COUNT', max)
        cursor = old[1]
        deliver(old[2])
        if cursor == '0-0' then return end
        if #old[2] > 0 then
            more = 1
            return
        end
    end
end

-- A delay that begins in the future was begun before the clock was put back, and how much of it is
-- over nobody knows: better too early than hours too late. Such ones stand behind all the others.
local function takeFromTheFuture()
    while left > 0 do
        local n, due = unpack(call('ZRANGE', later, -1, -1, 'WITHSCORES'))
        if not n then return end
        local delay = match(call('HGET', tries, n) or '', '^%d+ (%d+)ms ') or '0'
        if number(due) - number(delay) <= number(ARGV[4]) + APART_MAX then return end
        call('ZREM', later, n)
        deliverAgain(n)
    end
    more = 1
end

local function takeLater(max)
    for _, n in ipairs(call('ZRANGEBYSCORE', later, '-inf', ARGV[4], 'LIMIT', 0, max)) do
        call('ZREM', later, n)
        deliverAgain(n)
    end
end

-- After which id the claims come whose turn it is.
local function lastDelivered()
    for _, g in ipairs(redis.pcall('XINFO', 'GROUPS', queue)) do
        if g[2] == group then
            for i = 1, #g, 2 do
                if g[i] == 'last-delivered-id' then return g[i + 1] end
            end
        end
    end
    return ''
end

-- Takes claims out of an entry whose turn has not come, and leaves the entry where it is. They go
-- their own way from here, as a first attempt, like those that are retried.
local function takeAhead(entry, ranges)
    local first, text, mine = span(entry[1]), marksOf(marks, entry[1]), {}
    for from, to in gmatch(ranges, '(%d+) (%d+)') do
        from, to = number(from), number(to)
        local part, lines = sub(text, from, to), {}
        for at = from, to do
            lines[#lines + 1] = line(entry, at)
            if sub(text, at, at) == '.' then
                mine[#mine + 1] = format('%d', first + at - 1)
                mine[#mine + 1] = format('%d ', now) .. me
            end
        end
        if string.find(part, '.', 1, true) then
            give(format('%d', first + from - 1), '1', part, table.concat(lines, '\n'))
            part = string.gsub(part, '%.', 'r')
            text = sub(text, 1, from - 1) .. part .. sub(text, to + 1)
        end
    end
    if #mine == 0 then return end
    call('HSET', again, unpack(mine))
    note(queue, marks, group, entry[1], text)
    marked = true
    left = left - #mine / 2
end

-- Half is for those whose turn it is, however many are quiet; and who is about to be read with
-- them needs no hint.
local function takeQuiet()
    local half = math.floor(left / 2)
    local turn = number(match(lastDelivered(), '^%d+') or '0')
    for _ = 1, QUIET_LOOKS_MAX do
        if left <= half or call('HLEN', again) >= AHEAD_MAX then break end
        local id, ranges = match(call('LPOP', quiet) or '', '^(%S+) (.*)$')
        if not id then break end
        local entry = span(id) > turn + half and call('XRANGE', queue, id, id)[1]
        if entry then takeAhead(entry, ranges) end
    end
    left = math.max(left, half, 1)
end

local sweeping = ARGV[6] == '1'
if sweeping then
    call('ZADD', beats, now + number(ARGV[5]), me)
    redis.pcall('XGROUP', 'CREATE', queue, group, '0', 'MKSTREAM')
end
if inVain >= 0 and left > 0 then
    claim(pendingOf(me, 10000, inVain))
    takeAgain(function(name, age) return name == me and age <= inVain end)
end
if sweeping then
    sweep()
    takeFromTheFuture()
end

if left > 0 then takeLater(math.ceil(left / 2)) end
if left > 0 and call('EXISTS', quiet) == 1 then takeQuiet() end

local count = 1
while left > 0 do
    local before = left
    local read = call('XREADGROUP', 'GROUP', group, me, 'COUNT', count, 'STREAMS', queue, '>')
    local entries = read and read[1][2] or {}
    deliver(entries)
    if #entries < count then break end
    -- As many as fit if they are like these.
    local each = math.max(1, (before - left) / #entries)
    count = math.max(1, math.min(READ_MAX, math.floor(left / each)))
end

if left > 0 then takeLater(left) end

if size == 4 then answers[4] = lastDelivered() end
answers[1], answers[2] = cursor, more
answers[3] = call('ZRANGE', later, 0, 0, 'WITHSCORES')[2] or ''
return answers
