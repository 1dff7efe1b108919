#!lua flags=allow-oom
-- The consumer lives.
--
-- KEYS: beats
-- ARGV: consumer, milliseconds that a beat lasts
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
return redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
