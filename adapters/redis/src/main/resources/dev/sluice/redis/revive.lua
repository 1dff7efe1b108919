#!lua flags=allow-oom
-- Takes the units of an ended claim again, as sold ones.
--
-- KEYS: the offer's units, claims, buyers
-- ARGV: run, claim, buyer, units
--
-- Answers t when the claim has its units, o when its buyer would be over the limit, d when this
-- shard has too few, m when the offer is not there, u when it is not open.
local v = redis.call('HMGET', KEYS[1], 'state', 'run', 'free', 'sold', 'limit')
if not v[1] then return 'm' end
if v[1] ~= 'open' or v[2] ~= ARGV[1] then return 'u' end
local claim, buyer, units = ARGV[2], ARGV[3], tonumber(ARGV[4])
local known = redis.call('HGET', KEYS[2], claim)
if known and string.sub(known, 1, 1) ~= 'e' then return 't' end
local has = tonumber(redis.call('HGET', KEYS[3], buyer) or '0') + units
if has % ENDED > tonumber(v[5]) then return 'o' end
local free = tonumber(v[3])
if free < units then return 'd' end
redis.call('HSET', KEYS[2], claim, 's' .. units .. ' 0 ' .. buyer)
-- It has ended no more.
if known and has >= ENDED then has = has - ENDED end
redis.call('HSET', KEYS[3], buyer, string.format('%d', has))
redis.call('HSET', KEYS[1], 'free', free - units, 'sold', tonumber(v[4]) + units)
return 't'
