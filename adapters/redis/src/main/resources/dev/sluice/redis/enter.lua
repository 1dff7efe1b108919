#!lua flags=allow-oom
-- A node begins. The first one of all says in how many shards everything is kept.
--
-- KEYS: shards, opened
-- ARGV: shards as this node was told
--
-- Answers the shards as they are, and a number that no other node has.
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return {redis.call('GET', KEYS[1]), redis.call('INCR', KEYS[2])}
