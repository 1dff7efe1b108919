#!lua flags=allow-oom
-- Writes something, for who waits until replicas have all that was written before.
--
-- KEYS: touched
redis.call('SET', KEYS[1], '1')
return 1
