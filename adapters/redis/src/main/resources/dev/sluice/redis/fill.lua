#!lua flags=allow-oom
-- Writes claims into an offer that is closed.
--
-- KEYS: the offer's units, claims, buyers
-- ARGV: run, generation, then the claims (claim, what is known of it, buyer, units or what an ended
--       one counts as)
--
-- Answers 1, or 0 when somebody else has begun anew or the server is another.
local v = redis.call('HMGET', KEYS[1], 'state', 'run', 'gen')
if v[1] ~= 'closed' or v[2] ~= ARGV[1] or v[3] ~= ARGV[2] then return 0 end
for at = 3, #ARGV, 4 do
    redis.call('HSET', KEYS[2], ARGV[at], ARGV[at + 1])
    redis.call('HINCRBY', KEYS[3], ARGV[at + 2], ARGV[at + 3])
end
return 1
