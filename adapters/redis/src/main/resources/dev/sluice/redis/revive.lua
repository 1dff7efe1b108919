-- Takes the units of an ended claim again, as sold ones.
--
-- KEYS: the offer's units, claims, buyers
-- ARGV: run, claim, buyer, units
--
-- Answers t when the claim has its units, d when this shard has too few, m when the offer is not
-- there, u when it is not open.
local v = redis.call('HMGET', KEYS[1], 'state', 'run', 'free', 'sold')
if not v[1] then return 'm' end
if v[1] ~= 'open' or v[2] ~= ARGV[1] then return 'u' end
local claim, buyer, units = ARGV[2], ARGV[3], tonumber(ARGV[4])
local known = redis.call('HGET', KEYS[2], claim)
if known and string.sub(known, 1, 1) ~= 'e' then return 't' end
local free = tonumber(v[3])
if free < units then return 'd' end
redis.call('HSET', KEYS[2], claim, 's' .. units .. ' 0 ' .. buyer)
redis.call('HINCRBY', KEYS[3], buyer, units)
redis.call('HSET', KEYS[1], 'free', free - units, 'sold', tonumber(v[4]) + units)
return 't'
