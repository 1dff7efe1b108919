#!lua flags=allow-oom
-- Units from another shard arrive, once however often this is called.
--
-- KEYS: the offer's units
-- ARGV: run, generation, from, number of the move, units
local v = redis.call('HMGET', KEYS[1], 'state', 'run', 'gen', 'free', 'in' .. ARGV[3])
if v[1] ~= 'open' or v[2] ~= ARGV[1] or v[3] ~= ARGV[2] then return 0 end
local number = tonumber(ARGV[4])
if number > tonumber(v[5] or '0') then
    redis.call(
        'HSET', KEYS[1], 'in' .. ARGV[3], number, 'free', tonumber(v[4]) + tonumber(ARGV[5]))
end
return 1
