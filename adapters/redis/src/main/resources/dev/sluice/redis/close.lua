-- Closes an offer and forgets its units, claims and buyers: it is going to be filled anew.
--
-- KEYS: the offer's units, claims, buyers, then: seq, queue, run
-- ARGV: run, generation or nothing to begin a new one
--
-- Answers the generation, which is greater than any before, also after everything was lost.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local gen = tonumber(ARGV[2])
if not gen then
    gen = math.max(now, tonumber(redis.call('HGET', KEYS[1], 'gen') or '0') + 1)
end
gen = string.format('%d', gen)
redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3])
redis.call('HSET', KEYS[1], 'state', 'closed', 'run', ARGV[1], 'gen', gen)
if redis.call('GET', KEYS[6]) ~= ARGV[1] then
    -- Another run of the server may have forgotten the last sequences it gave away. None of them
    -- may be given away again, since somebody may still acknowledge by them.
    local last = tonumber(redis.call('GET', KEYS[4]) or '0')
    local info = redis.pcall('XINFO', 'STREAM', KEYS[5])
    if not info.err then
        for i = 1, #info, 2 do
            if info[i] == 'last-generated-id' then
                last = math.max(last, tonumber(string.match(info[i + 1], '^%d+')))
            end
        end
    end
    redis.call('SET', KEYS[4], string.format('%d', math.max(last, tonumber(gen))))
    redis.call('SET', KEYS[6], ARGV[1])
end
return gen
