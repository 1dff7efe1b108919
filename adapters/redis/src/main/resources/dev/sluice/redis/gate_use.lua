-- Takes passes that have become claims out of the count of one offer.
-- KEYS: the buyers with a pass that is out, by its expiry; their passes.
-- ARGV: buyer and claim of each.
local used = 0
for i = 1, #ARGV, 2 do
    local pass = redis.call('hget', KEYS[2], ARGV[i])
    if pass and string.match(pass, '^%d+') == ARGV[i + 1] then
        redis.call('zrem', KEYS[1], ARGV[i])
        redis.call('hdel', KEYS[2], ARGV[i])
        used = used + 1
    end
end
return used
