-- Confirms or releases holds of one shard. Nothing is done when one of the offers is being taken
-- up anew or was built by another run of the server. An offer that is not there is passed over:
-- whoever takes it up asks the order book, which knows of these holds already.
--
-- KEYS: per offer: its units, its claims, its buyers
-- ARGV: run, confirm or release, count of offers, then the holds (offer index, claim, buyer, units)
--
-- Answers 1, or 0 when nothing was done.
--
-- As in reserve.lua, the claims of an offer are asked for in one call and written in one.
local run, confirming, offerCount = ARGV[1], ARGV[2] == 'confirm', tonumber(ARGV[3])
local offers = {}
for j = 1, offerCount do
    local units = KEYS[3 * j - 2]
    local v = redis.call('HMGET', units, 'state', 'run', 'free', 'held', 'sold')
    if v[1] and (v[1] ~= 'open' or v[2] ~= run) then return 0 end
    offers[j] = {
        there = v[1] ~= false, units = units, claims = KEYS[3 * j - 1], buyers = KEYS[3 * j],
        free = tonumber(v[3] or '0'), held = tonumber(v[4] or '0'), sold = tonumber(v[5] or '0'),
        changed = false, asked = {}, new = {}
    }
end

for at = 4, #ARGV, 4 do
    local asked = offers[tonumber(ARGV[at])].asked
    asked[#asked + 1] = ARGV[at + 1]
end
for _, o in ipairs(offers) do
    o.known = {}
    if o.there and #o.asked > 0 then
        local found = redis.call('HMGET', o.claims, unpack(o.asked))
        for i, claim in ipairs(o.asked) do o.known[claim] = found[i] end
    end
end

local function note(o, claim, text)
    o.known[claim] = text
    local at = #o.new + 1
    o.new[at], o.new[at + 1] = claim, text
end

local function confirm(o, claim, buyer, units, known)
    if not known then
        -- Its hold was lost with the server's memory, and the book has sold it since.
        note(o, claim, 's 0 ' .. units .. ' ' .. buyer)
        redis.call('HINCRBY', o.buyers, buyer, units)
        o.free = o.free - units
        o.sold = o.sold + units
        return
    end
    local state, rest, had = string.match(known, '^(%a)( ?%d* ?(%d*).*)$')
    if state ~= 'h' then return end
    note(o, claim, 's' .. rest)
    o.held = o.held - tonumber(had)
    o.sold = o.sold + tonumber(had)
end

local function release(o, claim, known)
    note(o, claim, 'e')
    if not known then return end
    local state, had, buyer = string.match(known, '^(%a) ?%d* ?(%d*) ?(.*)$')
    if state == 'e' then return end
    had = tonumber(had)
    if redis.call('HINCRBY', o.buyers, buyer, -had) <= 0 then redis.call('HDEL', o.buyers, buyer) end
    o.free = o.free + had
    if state == 'h' then o.held = o.held - had else o.sold = o.sold - had end
end

for at = 4, #ARGV, 4 do
    local o = offers[tonumber(ARGV[at])]
    if o.there then
        local claim = ARGV[at + 1]
        local known = o.known[claim]
        if confirming then
            confirm(o, claim, ARGV[at + 2], tonumber(ARGV[at + 3]), known)
        else
            release(o, claim, known)
        end
        o.changed = true
    end
end
for _, o in ipairs(offers) do
    if #o.new > 0 then redis.call('HSET', o.claims, unpack(o.new)) end
    if o.changed then
        redis.call('HSET', o.units, 'free', o.free, 'held', o.held, 'sold', o.sold)
    end
end
return 1
