#!lua flags=allow-oom
-- A node has put back what it had acknowledged of an offer that was lost.
--
-- KEYS: the offer's units
-- ARGV: run, generation, consumer
--
-- Answers 1, or 0 when the offer is not the one that the node speaks of.
local v = redis.call('HMGET', KEYS[1], 'state', 'run', 'gen', 'back')
if v[1] ~= 'open' or v[2] ~= ARGV[1] or v[3] ~= ARGV[2] then return 0 end
if v[4] then redis.call('HSET', KEYS[1], 'has ' .. ARGV[3], '1') end
return 1
