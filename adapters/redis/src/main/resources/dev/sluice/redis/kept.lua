-- What the scripts share that have to know whether claims are still being put back.

-- Whether an offer that was lost takes only claims that are put back: for some time, and then until
-- every node that lives has said that it has put back what it had, but not for ever. When that has
-- begun in the future the clock was put back since, and how much of it is over nobody knows: it is
-- over then, since it might last for hours.
local function isKept(beats, units, from, atMost)
    if not from then return false end
    local time = redis.call('TIME')
    local now = tonumber(time[1]) * 1000 + tonumber(time[2]) / 1000
    local early = now < tonumber(from)
    if not early and now >= tonumber(atMost or '0') then return false end
    if now < tonumber(redis.call('HGET', units, 'backFrom') or '0') then return false end
    if early then return true end
    for _, node in ipairs(redis.call('ZRANGEBYSCORE', beats, now, '+inf')) do
        if redis.call('HEXISTS', units, 'has ' .. node) == 0 then return true end
    end
    return false
end

