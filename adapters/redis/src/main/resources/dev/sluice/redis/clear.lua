#!lua flags=allow-oom
-- The move has landed: the sender need not keep it any longer.
--
-- KEYS: the offer's units
-- ARGV: generation, to, number of the move
local v = redis.call('HMGET', KEYS[1], 'gen', 'out' .. ARGV[2])
if v[1] ~= ARGV[1] or v[2] ~= ARGV[3] then return 0 end
return redis.call('HDEL', KEYS[1], 'way' .. ARGV[2])
