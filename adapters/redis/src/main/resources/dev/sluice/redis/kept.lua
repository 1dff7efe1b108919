-- What the scripts share that have to know whether claims are still being put back.

-- Whether an offer that was lost takes only claims that are put back: for some time, and then until
-- every node that lives has said that it has put back what it had, but not for ever.
local function isKept(beats, units, from, atMost)
    if not from then return false end
    local time = redis.call('TIME')
    local now = tonumber(time[1]) * 1000 + tonumber(time[2]) / 1000
    if now < tonumber(from) then return true end
    if now >= tonumber(atMost or '0') then return false end
    for _, node in ipairs(redis.call('ZRANGEBYSCORE', beats, now, '+inf')) do
        if redis.call('HEXISTS', units, 'has ' .. node) == 0 then return true end
    end
    return false
end

