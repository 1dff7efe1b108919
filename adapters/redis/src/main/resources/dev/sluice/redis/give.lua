#!lua flags=allow-oom
-- Takes free units out of this shard for another one, where they land by land.lua or reserve.lua.
-- Until the sender clears it, the move stands here with its number; there is one move at a time
-- between two shards.
--
-- KEYS: the offer's units
-- ARGV: run, generation, to, units wanted
--
-- Answers the number and the units of the move, or 0 0 when there is nothing to give.
local to = ARGV[3]
local v = redis.call('HMGET', KEYS[1], 'state', 'run', 'gen', 'free', 'out' .. to, 'way' .. to)
if v[1] ~= 'open' or v[2] ~= ARGV[1] or v[3] ~= ARGV[2] then return {0, 0} end
if v[6] then return {tonumber(v[5]), tonumber(v[6])} end
local free, wanted = tonumber(v[4]), tonumber(ARGV[4])
if free <= 0 then return {0, 0} end
-- Somewhat more than is wanted now, so that the next claims over there find some.
local units = math.min(free, math.max(wanted, math.floor((free + wanted) / 2)))
local number = tonumber(v[5] or '0') + 1
redis.call('HSET', KEYS[1], 'free', free - units, 'out' .. to, number, 'way' .. to, units)
return {number, units}
