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
-- claims it does. For the same reason globals and lengths are looked up once.
local call, try, format, number = redis.call, redis.pcall, string.format, tonumber
local argv, last = ARGV, #ARGV
local run, backlogMax, offerCount = argv[1], number(argv[2]), number(argv[3])
local at = 4
local offers = {}
for j = 1, offerCount do
    local units = KEYS[3 * j + 1]
    local v = call('HMGET', units, 'state', 'run', 'free', 'held', 'limit', 'gen')
    offers[j] = {
        id = argv[at], units = units, claims = KEYS[3 * j + 2], buyers = KEYS[3 * j + 3],
        open = v[1] == 'open' and v[2] == run,
        free = number(v[3] or '0'), held = number(v[4] or '0'),
        limit = number(v[5] or '0'), gen = v[6], taken = 0, changed = false,
        asked = 0, askedClaims = {}, askedBuyers = {}, new = 0, newClaims = {}, newBuyers = {}
    }
    at = at + 1
end

local landings = number(argv[at])
at = at + 1
for _ = 1, landings do
    local o, gen, from = offers[number(argv[at])], argv[at + 1], argv[at + 2]
    local n, units = number(argv[at + 3]), number(argv[at + 4])
    at = at + 5
    if o.open and o.gen == gen then
        local before = number(call('HGET', o.units, 'in' .. from) or '0')
        if n > before then
            call('HSET', o.units, 'in' .. from, n)
            o.free = o.free + units
            o.changed = true
        end
    end
end

for i = at, last, 5 do
    local o = offers[number(argv[i])]
    local asked = o.asked + 1
    o.asked = asked
    o.askedClaims[asked] = argv[i + 1]
    o.askedBuyers[asked] = argv[i + 2]
end

-- What a hash has in these fields; false where it has nothing.
local function values(key, fields)
    local known = {}
    local found = call('HMGET', key, unpack(fields))
    for i, field in ipairs(fields) do known[field] = found[i] end
    return known
end

for _, o in ipairs(offers) do
    if o.open and o.asked > 0 then
        o.known = values(o.claims, o.askedClaims)
        o.has = values(o.buyers, o.askedBuyers)
    end
end

local queue = KEYS[2]
local seq = number(call('GET', KEYS[1]) or '0')
local first = seq
local depth = call('XLEN', queue)
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
    local wanted = number(units)
    local had = o.has[buyer]
    local has = had and number(had) + wanted or wanted
    local free = o.free
    local over = has > o.limit
    if free <= 0 and over then return 'z' end
    if over then return 'o' end
    if free < wanted then return 'd' .. format('%d', wanted - free) end
    if depth >= backlogMax then return 'f' end
    local n = format('%.0f', seq + 1)
    local body = claim .. ' ' .. o.id .. ' ' .. buyer .. ' ' .. units .. ' ' .. time
    local added = try('XADD', queue, n .. '-0', 'c', body)
    if type(added) == 'table' and added.err then
        -- Nothing of this claim is written; what was decided before it stands.
        broken = true
        return 'u'
    end
    seq = seq + 1
    depth = depth + 1
    local hold = 'h ' .. n .. ' ' .. units .. ' ' .. buyer
    -- Numbers are slow to write, and mostly the text is there already.
    local total = had and format('%d', has) or units
    local new = o.new
    o.new = new + 2
    o.known[claim], o.has[buyer] = hold, total
    o.newClaims[new + 1], o.newClaims[new + 2] = claim, hold
    o.newBuyers[new + 1], o.newBuyers[new + 2] = buyer, total
    o.free = free - wanted
    o.held = o.held + wanted
    o.taken = o.taken + wanted
    o.changed = true
    return 'h' .. n
end

local count = 0
for i = at, last, 5 do
    count = count + 1
    answers[count] = decide(
        offers[number(argv[i])], argv[i + 1], argv[i + 2], argv[i + 3], argv[i + 4])
end

if seq > first then call('SET', KEYS[1], format('%.0f', seq)) end
for _, o in ipairs(offers) do
    if o.changed then call('HSET', o.units, 'free', o.free, 'held', o.held) end
    if o.new > 0 then
        call('HSET', o.claims, unpack(o.newClaims))
        call('HSET', o.buyers, unpack(o.newBuyers))
        call('HINCRBY', KEYS[3], o.id, o.taken)
    end
end
return table.concat(answers, ' ')
