#!lua flags=allow-oom
-- Closes an offer and forgets its units, claims and buyers: it is going to be filled anew.
--
-- KEYS: the offer's units, claims, buyers, then: seq, queue, run, offers
-- ARGV: run, generation or nothing to begin a new one, the offer
--
-- Answers the generation, which is greater than any before, also after everything was lost, and how
-- the offer was: whole, when it was open and nothing of it can be missing; gone, when it was not
-- there; or lost, also when nodes may still be putting back what they had.
local FORGOTTEN_MAX = 10000000

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local v = redis.call('HMGET', KEYS[1], 'gen', 'state', 'run', 'backMax')
local was = v[1] and 'lost' or 'gone'
if v[2] == 'open' and v[3] == ARGV[1] and now >= tonumber(v[4] or '0') * 1000 then was = 'whole' end
local gen = tonumber(ARGV[2])
if not gen then gen = math.max(now, tonumber(v[1] or '0') + 1) end
gen = string.format('%d', gen)
redis.call('SADD', KEYS[7], ARGV[3])
redis.call('UNLINK', KEYS[1], KEYS[2], KEYS[3])
redis.call('HSET', KEYS[1], 'state', 'closed', 'run', ARGV[1], 'gen', gen)
if redis.call('GET', KEYS[6]) ~= ARGV[1] then
    -- Another run of the server may have forgotten the last sequences it gave away. None of them
    -- may be given away again, since somebody may still acknowledge by them. Time alone does not
    -- see to that: the clock of a server that has taken over may be behind.
    local last = tonumber(redis.call('GET', KEYS[4]) or '0')
    local info = redis.pcall('XINFO', 'STREAM', KEYS[5])
    if not info.err then
        for i = 1, #info, 2 do
            if info[i] == 'last-generated-id' then
                last = math.max(last, tonumber(string.match(info[i + 1], '^%d+')))
            end
        end
    end
    redis.call('SET', KEYS[4], string.format('%d', math.max(last + FORGOTTEN_MAX, tonumber(gen))))
    redis.call('SET', KEYS[6], ARGV[1])
end
return gen .. ' ' .. was
