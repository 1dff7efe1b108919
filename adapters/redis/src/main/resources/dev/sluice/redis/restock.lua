#!lua flags=allow-oom
-- Sets what the offer was given in all, which never shrinks. What is added is free in this shard.
--
-- KEYS: the offer's units
-- ARGV: run, stock
--
-- Answers 1, or 0 when the offer is not open. An offer that is not there is passed over.
local v = redis.call('HMGET', KEYS[1], 'state', 'run', 'stock', 'free')
if not v[1] then return 1 end
if v[1] ~= 'open' or v[2] ~= ARGV[1] then return 0 end
local added = tonumber(ARGV[2]) - tonumber(v[3])
if added > 0 then
    redis.call('HSET', KEYS[1], 'stock', ARGV[2], 'free', tonumber(v[4]) + added)
end
return 1
