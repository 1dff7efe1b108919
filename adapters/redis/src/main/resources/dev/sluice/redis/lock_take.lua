#!lua flags=allow-oom
-- Takes a lock, if nobody has it.
--
-- KEYS: the lock
-- ARGV: the caller's token, milliseconds to keep it
return redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) and 1 or 0
