#!lua flags=allow-oom
-- Keeps or gives back a lock, if it is still the caller's.
--
-- KEYS: the lock
-- ARGV: the caller's token, milliseconds to keep it, 0 to give it back
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == '0' then return redis.call('DEL', KEYS[1]) end
return redis.call('PEXPIRE', KEYS[1], ARGV[2])
