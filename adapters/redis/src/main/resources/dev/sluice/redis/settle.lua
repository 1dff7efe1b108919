#!lua flags=allow-oom
-- Confirms or releases holds of one shard. Nothing is done when one of the offers is being
-- prepared anew, since the order book may have been asked already. An offer that is not there, or
-- that another run of the server has built, is passed over: whoever prepares it closes it first and
-- then asks the book, which knows of these holds already. Nobody may be going to, if its sale is
-- over.
--
-- KEYS: per offer: its units, its claims, its buyers
-- ARGV: run, confirm or release, count of offers, then the holds in runs of one offer and as many
--       units each: offer index, units, how many, their claims, their buyers
--
-- Answers 1, or 0 when nothing was done.
--
-- As in reserve.lua, the claims of a run are asked for in one call and those of an offer written in
-- one.
local call, format, match, sub = redis.call, string.format, string.match, string.sub
local argv, last = ARGV, #ARGV
local run, confirming, offerCount = argv[1], argv[2] == 'confirm', tonumber(argv[3])
local offers = {}
for j = 1, offerCount do
    local units = KEYS[3 * j - 2]
    local v = call('HMGET', units, 'state', 'run', 'free', 'held', 'sold')
    local there = v[1] ~= false and v[2] == run
    if there and v[1] ~= 'open' then return 0 end
    offers[j] = {
        there = there, units = units, claims = KEYS[3 * j - 1], buyers = KEYS[3 * j],
        free = tonumber(v[3] or '0'), held = tonumber(v[4] or '0'), sold = tonumber(v[5] or '0'),
        now = {}, new = 0, newClaims = {}
    }
end

local function note(o, claim, text)
    local new = o.new
    o.now[claim] = text
    o.newClaims[new + 1], o.newClaims[new + 2] = claim, text
    o.new = new + 2
end

local function confirm(o, claim, buyer, units, known)
    if not known then
        -- Its hold was lost with the server's memory, and the book has sold it since.
        note(o, claim, 's' .. units .. ' 0 ' .. buyer)
        call('HINCRBY', o.buyers, buyer, units)
        o.free = o.free - units
        o.sold = o.sold + units
        return
    end
    local had = match(known, '^h(%d+)')
    if not had then return end
    note(o, claim, 's' .. sub(known, 2))
    o.held = o.held - had
    o.sold = o.sold + had
end

local function release(o, claim, buyer, known)
    if known == 'e' then return end
    note(o, claim, 'e')
    local state, had = match(known or '', '^(%a)(%d+)')
    call('HINCRBY', o.buyers, buyer, format('%d', ENDED - (had or 0)))
    if not had then return end
    o.free = o.free + had
    if state == 'h' then o.held = o.held - had else o.sold = o.sold - had end
end

local at = 4
while at <= last do
    local o = offers[tonumber(argv[at])]
    local units, count = tonumber(argv[at + 1]), tonumber(argv[at + 2])
    local claimsAt, buyersAt = at + 3, at + 3 + count
    at = buyersAt + count
    if o.there then
        local found = call('HMGET', o.claims, unpack(argv, claimsAt, buyersAt - 1))
        local now = o.now
        for i = 1, count do
            local claim = argv[claimsAt + i - 1]
            local known = now[claim] or found[i]
            if confirming then
                confirm(o, claim, argv[buyersAt + i - 1], units, known)
            else
                release(o, claim, argv[buyersAt + i - 1], known)
            end
        end
    end
end
for _, o in ipairs(offers) do
    if o.new > 0 then
        call('HSET', o.claims, unpack(o.newClaims))
        call('HSET', o.units, 'free', o.free, 'held', o.held, 'sold', o.sold)
    end
end
return 1
