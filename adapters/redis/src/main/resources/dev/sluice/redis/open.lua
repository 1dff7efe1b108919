-- Opens an offer that was filled.
--
-- KEYS: the offer's units
-- ARGV: run, generation, stock, limit, free, held, sold
--
-- Answers 1, or 0 when somebody else has begun anew or the server is another.
local v = redis.call('HMGET', KEYS[1], 'state', 'run', 'gen')
if v[2] ~= ARGV[1] or v[3] ~= ARGV[2] then return 0 end
if v[1] == 'closed' then
    redis.call(
        'HSET', KEYS[1], 'state', 'open', 'stock', ARGV[3], 'limit', ARGV[4],
        'free', ARGV[5], 'held', ARGV[6], 'sold', ARGV[7])
end
return 1
