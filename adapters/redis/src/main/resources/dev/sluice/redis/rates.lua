-- Adds calls to counters and answers how many there were within each one's window.
-- KEYS: one hash for each counter, from the number of a slot to its calls.
-- ARGV: for each key its window in milliseconds and the calls to add.
local SLOTS = 8
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local counts = {}
for i, key in ipairs(KEYS) do
    local window = tonumber(ARGV[2 * i - 1])
    local calls = tonumber(ARGV[2 * i])
    local length = math.ceil(window / SLOTS)
    if calls ~= 0 then
        redis.call('hincrby', key, string.format('%.0f', math.floor(now / length)), calls)
        redis.call('pexpire', key, window + 2 * length)
    end
    -- The slot in which the window begins counts as a whole.
    local oldest = math.floor((now - window) / length)
    local count = 0
    local slots = redis.call('hgetall', key)
    for j = 1, #slots, 2 do
        if tonumber(slots[j]) >= oldest then
            count = count + tonumber(slots[j + 1])
        else
            redis.call('hdel', key, slots[j])
        end
    end
    counts[i] = count
end
return counts
