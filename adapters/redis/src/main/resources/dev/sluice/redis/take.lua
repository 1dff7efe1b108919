-- Takes what has arrived in one shard: first what was taken in vain, then what dead nodes have
-- left, then retries that are due, then new claims. Entries are taken as a whole, so there may be
-- more claims than were asked for.
--
-- KEYS: queue, marks, later, tries, again, beats
-- ARGV: group, consumer, max, now, milliseconds that a beat lasts, sweep (1) or not (0),
--       milliseconds after which a claim is delivered again, from where to look for those,
--       milliseconds since when deliveries were in vain, or -1
--
-- Answers: from where to look next, 1 when there may be more to sweep, when the next retry is due
-- or nothing, after which id new claims come, then per entry or retried claim its first n, the
-- attempt, the marks or nothing, the claims.
local queue, marks, later, tries, again, beats = unpack(KEYS)
local group, me, left = ARGV[1], ARGV[2], number(ARGV[3])
local redeliverAfter, inVain = number(ARGV[7]), number(ARGV[9])
local cursor, more = ARGV[8], 0
local answers, size = {'', 0, '', ''}, 4
local marked = call('EXISTS', marks) == 1
-- How large entries are is known afterwards, so not too many are taken at a time.
local READ_MAX, OLD_MAX, OLD_LOOKS_MAX = 5, 10, 10

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

local function isDead(name)
    local beat = call('ZSCORE', beats, name)
    return name ~= me and not (beat and number(beat) >= now)
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

local sweeping = ARGV[6] == '1'
if sweeping then
    call('ZADD', beats, now + number(ARGV[5]), me)
    redis.pcall('XGROUP', 'CREATE', queue, group, '0', 'MKSTREAM')
end
if inVain >= 0 and left > 0 then
    claim(pendingOf(me, 10000, inVain))
    takeAgain(function(name, age) return name == me and age <= inVain end)
end
if sweeping then sweep() end

if left > 0 then
    for _, n in ipairs(call('ZRANGEBYSCORE', later, '-inf', ARGV[4], 'LIMIT', 0, left)) do
        call('ZREM', later, n)
        deliverAgain(n)
    end
end

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

if size == 4 then
    for _, g in ipairs(call('XINFO', 'GROUPS', queue)) do
        if g[2] == group then
            for i = 1, #g, 2 do
                if g[i] == 'last-delivered-id' then answers[4] = g[i + 1] end
            end
        end
    end
end
answers[1], answers[2] = cursor, more
answers[3] = call('ZRANGE', later, 0, 0, 'WITHSCORES')[2] or ''
return answers
