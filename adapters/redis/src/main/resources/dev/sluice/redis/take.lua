-- Takes what has arrived in one shard: first what was taken in vain, then what dead nodes have
-- left, then retries that are due, then new claims.
--
-- KEYS: queue, later, tries, beats
-- ARGV: group, consumer, max, now, milliseconds that a beat lasts, sweep (1) or not (0),
--       milliseconds after which a claim is delivered again, from where to look for those,
--       milliseconds since when deliveries were in vain, or -1
--
-- Answers: from where to look next, 1 when there may be more to sweep, when the next retry is due
-- or nothing, after which id new claims come, then n, attempt and body of each claim.
local queue, later, tries, beats = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local group, me, left = ARGV[1], ARGV[2], tonumber(ARGV[3])
local cursor, more = ARGV[8], 0
local answers = {}
local retried = redis.call('EXISTS', tries) == 1

local function deliver(entries)
    for _, entry in ipairs(entries) do
        if entry and entry[2] then
            local n = string.match(entry[1], '^%d+')
            local known = retried and redis.call('HGET', tries, n)
            answers[#answers + 1] = n
            answers[#answers + 1] = known and string.match(known, '^%d+') or '1'
            answers[#answers + 1] = entry[2][2]
            left = left - 1
        end
    end
end

local function claim(ids)
    if #ids > 0 then deliver(redis.call('XCLAIM', queue, group, me, 0, unpack(ids))) end
end

local function pendingOf(consumer, lookMax, idleMax)
    local ids = {}
    for _, p in ipairs(redis.call('XPENDING', queue, group, '-', '+', lookMax, consumer)) do
        if #ids < left and (not idleMax or p[3] <= idleMax) then ids[#ids + 1] = p[1] end
    end
    return ids
end

local function takeOver(name)
    claim(pendingOf(name, left))
    if #redis.call('XPENDING', queue, group, '-', '+', 1, name) == 0 then
        redis.call('XGROUP', 'DELCONSUMER', queue, group, name)
        redis.call('ZREM', beats, name)
    else
        more = 1
    end
end

local function sweep()
    local time = redis.call('TIME')
    local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
    redis.call('ZADD', beats, now + tonumber(ARGV[5]), me)
    redis.pcall('XGROUP', 'CREATE', queue, group, '0', 'MKSTREAM')
    for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', queue, group)) do
        local name = consumer[2]
        local beat = redis.call('ZSCORE', beats, name)
        if name ~= me and not (beat and tonumber(beat) >= now) then
            if left <= 0 then more = 1 else takeOver(name) end
        end
    end
    if left > 0 then
        local old = redis.call(
            'XAUTOCLAIM', queue, group, me, ARGV[7], cursor, 'COUNT', math.min(left, 100))
        cursor = old[1]
        deliver(old[2])
    end
end

if ARGV[6] == '1' then sweep() end
if ARGV[9] ~= '-1' and left > 0 then claim(pendingOf(me, 10000, tonumber(ARGV[9]))) end

if left > 0 then
    for _, n in ipairs(redis.call('ZRANGEBYSCORE', later, '-inf', ARGV[4], 'LIMIT', 0, left)) do
        redis.call('ZREM', later, n)
        local entries = redis.call('XCLAIM', queue, group, me, 0, n .. '-0', 'FORCE')
        if #entries == 0 then redis.call('HDEL', tries, n) end
        deliver(entries)
    end
end
if left > 0 then
    local read = redis.call('XREADGROUP', 'GROUP', group, me, 'COUNT', left, 'STREAMS', queue, '>')
    if read then deliver(read[1][2]) end
end

local last = ''
if #answers == 0 then
    for _, g in ipairs(redis.call('XINFO', 'GROUPS', queue)) do
        if g[2] == group then
            for i = 1, #g, 2 do
                if g[i] == 'last-delivered-id' then last = g[i + 1] end
            end
        end
    end
end
local due = redis.call('ZRANGE', later, 0, 0, 'WITHSCORES')[2] or ''
return {cursor, more, due, last, unpack(answers)}
