-- Decides a batch of claims of one shard, in order; holds and queues those that win, in one step.
--
-- KEYS: seq, queue, queued, then per offer: its units, its claims, its buyers
-- ARGV: run, backlog max, count of offers, their ids, count of landings, the landings
--       (offer index, generation, from, number, units), then the claims
--       (offer index, claim, buyer, units, time)
--
-- Answers one word per claim: h<n> held now, a<n> held before, s ended before, o over the limit,
-- f queue full, u not open, d<units> this shard has too few units, z this shard has none and the
-- buyer would be over the limit.
--
-- Calls from Lua are what takes the time, so what is known of all claims and buyers of an offer is
-- asked for in one call and written in one. Between the two a claim or a buyer may come again,
-- which the tables know. A batch must stay under the 8,000 values that Lua can unpack: with 500
-- claims it does.
local run, backlogMax, offerCount = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local at = 4
local offers = {}
for j = 1, offerCount do
    local units = KEYS[3 * j + 1]
    local v = redis.call('HMGET', units, 'state', 'run', 'free', 'held', 'limit', 'gen')
    offers[j] = {
        id = ARGV[at], units = units, claims = KEYS[3 * j + 2], buyers = KEYS[3 * j + 3],
        open = v[1] == 'open' and v[2] == run,
        free = tonumber(v[3] or '0'), held = tonumber(v[4] or '0'),
        limit = tonumber(v[5] or '0'), gen = v[6], taken = 0, changed = false,
        askedClaims = {}, askedBuyers = {}, newClaims = {}, newBuyers = {}
    }
    at = at + 1
end

local landings = tonumber(ARGV[at])
at = at + 1
for _ = 1, landings do
    local o, gen, from = offers[tonumber(ARGV[at])], ARGV[at + 1], ARGV[at + 2]
    local number, units = tonumber(ARGV[at + 3]), tonumber(ARGV[at + 4])
    at = at + 5
    if o.open and o.gen == gen then
        local last = tonumber(redis.call('HGET', o.units, 'in' .. from) or '0')
        if number > last then
            redis.call('HSET', o.units, 'in' .. from, number)
            o.free = o.free + units
            o.changed = true
        end
    end
end

for i = at, #ARGV, 5 do
    local o = offers[tonumber(ARGV[i])]
    local asked = #o.askedClaims + 1
    o.askedClaims[asked] = ARGV[i + 1]
    o.askedBuyers[asked] = ARGV[i + 2]
end

-- What a hash has in these fields; false where it has nothing.
local function values(key, fields)
    local known = {}
    local found = redis.call('HMGET', key, unpack(fields))
    for i, field in ipairs(fields) do known[field] = found[i] end
    return known
end

for _, o in ipairs(offers) do
    if o.open and #o.askedClaims > 0 then
        o.known = values(o.claims, o.askedClaims)
        o.has = values(o.buyers, o.askedBuyers)
    end
end

local seq = tonumber(redis.call('GET', KEYS[1]) or '0')
local first = seq
local depth = redis.call('XLEN', KEYS[2])
local broken = false
local answers = {}

local function decide(o, claim, buyer, units, time)
    if not o.open or broken then return 'u' end
    local known = o.known[claim]
    if known then
        local state, n = string.match(known, '^(%a) ?(%d*)')
        if state == 'e' then return 's' end
        return 'a' .. n
    end
    local wanted = tonumber(units)
    local had = o.has[buyer]
    local has = had and tonumber(had) + wanted or wanted
    local over = has > o.limit
    if o.free <= 0 and over then return 'z' end
    if over then return 'o' end
    if o.free < wanted then return 'd' .. string.format('%d', wanted - o.free) end
    if depth >= backlogMax then return 'f' end
    local n = string.format('%.0f', seq + 1)
    local body = claim .. ' ' .. o.id .. ' ' .. buyer .. ' ' .. units .. ' ' .. time
    local added = redis.pcall('XADD', KEYS[2], n .. '-0', 'c', body)
    if type(added) == 'table' and added.err then
        -- Nothing of this claim is written; what was decided before it stands.
        broken = true
        return 'u'
    end
    seq = seq + 1
    depth = depth + 1
    local new = 'h ' .. n .. ' ' .. units .. ' ' .. buyer
    local at = #o.newClaims + 1
    -- The text is there already; numbers are slow to write.
    local total = had and string.format('%d', has) or units
    o.known[claim], o.has[buyer] = new, total
    o.newClaims[at], o.newClaims[at + 1] = claim, new
    o.newBuyers[at], o.newBuyers[at + 1] = buyer, total
    o.free = o.free - wanted
    o.held = o.held + wanted
    o.taken = o.taken + wanted
    o.changed = true
    return 'h' .. n
end

local count = 0
while at <= #ARGV do
    local o = offers[tonumber(ARGV[at])]
    count = count + 1
    answers[count] = decide(o, ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4])
    at = at + 5
end

if seq > first then redis.call('SET', KEYS[1], string.format('%.0f', seq)) end
for _, o in ipairs(offers) do
    if o.changed then redis.call('HSET', o.units, 'free', o.free, 'held', o.held) end
    if #o.newClaims > 0 then
        redis.call('HSET', o.claims, unpack(o.newClaims))
        redis.call('HSET', o.buyers, unpack(o.newBuyers))
        redis.call('HINCRBY', KEYS[3], o.id, o.taken)
    end
end
return table.concat(answers, ' ')
