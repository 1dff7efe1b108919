#!lua flags=allow-oom
-- Opens an offer that was filled.
--
-- KEYS: the offer's units
-- ARGV: run, generation, stock, limit, free, held, sold, for how many milliseconds at least and at
--       most it takes only claims that are put back
--
-- Answers 1, or 0 when somebody else has begun anew or the server is another.
local v = redis.call('HMGET', KEYS[1], 'state', 'run', 'gen')
if v[2] ~= ARGV[1] or v[3] ~= ARGV[2] then return 0 end
if v[1] == 'closed' then
    redis.call(
        'HSET', KEYS[1], 'state', 'open', 'stock', ARGV[3], 'limit', ARGV[4],
        'free', ARGV[5], 'held', ARGV[6], 'sold', ARGV[7])
    if ARGV[8] ~= '0' then
        local time = redis.call('TIME')
        local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
        redis.call(
            'HSET', KEYS[1], 'backFrom', string.format('%d', now),
            'back', string.format('%d', now + tonumber(ARGV[8])),
            'backMax', string.format('%d', now + tonumber(ARGV[9])))
    end
end
return 1
