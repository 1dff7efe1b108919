-- Decides a batch of claims of one shard, in order; holds and queues those that win, in one step.
-- Of all scripts this one does nothing when the server's memory is full: new claims are refused
-- as long as what is there is settled, for which the others are allowed to write. Only claims that
-- are put back are taken also then, see put_back.lua.
--
-- KEYS: seq, queue, queued, beats, offers, quiet, then per offer: its units, its claims, its buyers
-- ARGV: run, backlog max, how many claims of a buyer may end, new or back (for claims that are put
--       back), count of offers, their ids, count of landings, the landings (offer index,
--       generation, from, number, units), then the claims in runs of one offer and as many units
--       each: offer index, units, how many, their ids, their buyers, the claims as they stand in
--       the queue
--
-- Answers the first n that is given away here, then one word per claim: h held now, with the next
-- n, a<n> held before, s ended before, o over the limit, f queue full, u not open, d<units> this
-- shard has too few units, z this shard has none and the buyer would be over the limit.
--
-- What takes the time is calls from Lua, and each argument of a call that writes, since it also
-- goes to the log and to the replicas. So what is known of a run is asked for in one call, straight
-- from the arguments; all of an offer is written in one; and all claims go into one entry of the
-- queue, see entries.lua. In between a claim or a buyer may come again, which the tables know. A
-- batch must stay under the 8,000 values that Lua can unpack: with 1,000 claims it does.
local DEEP, QUIET_MAX = 2000, 1000

local call, format, number, match = redis.call, string.format, tonumber, string.match
local argv, last = ARGV, #ARGV
local run, backlogMax, endedMax, back, offerCount =
    argv[1], number(argv[2]), number(argv[3]) * ENDED, argv[4], number(argv[5])
local at = 6
local offers = {}

for j = 1, offerCount do
    local units = KEYS[3 * j + 4]
    local v = call(
        'HMGET', units, 'state', 'run', 'free', 'held', 'limit', 'gen', 'back', 'backMax')
    offers[j] = {
        id = argv[at], units = units, claims = KEYS[3 * j + 5], buyers = KEYS[3 * j + 6],
        open = v[1] == 'open' and v[2] == run,
        kept = back ~= 'back' and isKept(KEYS[4], units, v[7], v[8]),
        free = number(v[3] or '0'), held = number(v[4] or '0'),
        limit = number(v[5] or '0'), gen = v[6], taken = 0,
        holds = {}, totals = {}, new = 0, newClaims = {}, newBuyers = {}, ranges = {}
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
            local free = o.free + units
            local landed = redis.pcall('HSET', o.units, 'in' .. from, n, 'free', free)
            -- As with XADD below: without memory nothing is written, and the units are on their way.
            if type(landed) == 'table' then o.open = false else o.free = free end
        end
    end
end

local first = number(call('GET', KEYS[1]) or '0')
local depth = number(call('HGET', KEYS[3], 'claims') or '0')
if back == 'back' then
    -- They were within these limits when they were acknowledged.
    backlogMax, endedMax = math.huge, math.huge
end
-- From so many claims on, who comes last has a long wait.
local deep = depth >= math.min(DEEP, backlogMax / 8)
local answers, answered = {format('%d', first + 1)}, 1
local lines, held = {}, 0

-- Half of the queue is for whoever comes. The other half belongs to the offers that are prepared,
-- in equal parts, and nobody gets what is left of another's part: however hot an offer is, the
-- others are let in. An offer that is alone has all of it, and so have claims that are put back.
-- How many claims of an offer are queued is told from its units.
local share, reserved, queued = 0, 0, {}

-- Nobody can get at another's part before the queue is half full.
if back == 'new' and depth + (last - at) / 3 > backlogMax / 2 then
    local count = call('SCARD', KEYS[5])
    if count > 1 then share = math.floor(backlogMax / 2 / count) end
    if share > 0 then
        local all, total = call('HGETALL', KEYS[3]), 0
        for i = 1, #all, 2 do
            if all[i] ~= 'claims' then total = total + number(all[i + 1]) end
        end
        reserved = count * share
        for i = 1, #all, 2 do
            if all[i] ~= 'claims' then
                local claims = depth * number(all[i + 1]) / total
                queued[all[i]] = claims
                reserved = reserved - math.min(share, claims)
            end
        end
    end
end

local function unused(o)
    return math.max(0, share - (queued[o.id] or 0))
end

-- When so many claims are held here, there is no more room for the offer.
local function heldMax(o)
    return backlogMax - depth - math.max(0, reserved - unused(o))
end

local function use(o, claims)
    local before = unused(o)
    queued[o.id] = (queued[o.id] or 0) + claims
    reserved = reserved - before + unused(o)
end

local function known(text)
    return string.byte(text) == 101 and 's' or 'a' .. match(text, ' (%d+)')
end

-- A run of claims for so many units each. They begin at claimsAt, their buyers at buyersAt, and
-- their lines at linesAt.
local function decide(o, units, claimsAt, buyersAt, linesAt)
    local found = call('HMGET', o.claims, unpack(argv, claimsAt, buyersAt - 1))
    local had = call('HMGET', o.buyers, unpack(argv, buyersAt, linesAt - 1))
    local wanted, limit, free, new = number(units), o.limit, o.free, o.new
    local holds, totals, newClaims, newBuyers = o.holds, o.totals, o.newClaims, o.newBuyers
    local prefix, before, room = 'h' .. units .. ' ', held, heldMax(o)
    for i = 1, buyersAt - claimsAt do
        local claim, buyer = argv[claimsAt + i - 1], argv[buyersAt + i - 1]
        local text = found[i] or holds[claim]
        local has = totals[buyer] or had[i]
        local total = has and number(has) + wanted or wanted
        local answer
        if text then
            answer = known(text)
        elseif o.kept then
            answer = 'u'
        elseif total > limit and (total % ENDED > limit or total >= endedMax) then
            answer = free <= 0 and 'z' or 'o'
        elseif free < wanted then
            answer = 'd' .. format('%d', wanted - free)
        elseif held >= room then
            answer = 'f'
        else
            answer = 'h'
            held = held + 1
            free = free - wanted
            lines[held] = argv[linesAt + i - 1]
            local hold = prefix .. format('%d', first + held) .. ' ' .. buyer
            -- Numbers are slow to write, and mostly the text is there already.
            local now = has and format('%d', total) or units
            holds[claim], totals[buyer] = hold, now
            newClaims[new + 1], newClaims[new + 2] = claim, hold
            newBuyers[new + 1], newBuyers[new + 2] = buyer, now
            new = new + 2
        end
        answered = answered + 1
        answers[answered] = answer
    end
    local taken = (held - before) * wanted
    o.new, o.free, o.held, o.taken = new, free, o.held + taken, o.taken + taken
    if share > 0 then use(o, held - before) end
    if deep and held > before then
        o.ranges[#o.ranges + 1] = format('%d %d', before + 1, held)
    end
end

local function refuse(from, to, answer)
    for i = from, to do answers[i] = answer end
    answered = to
end

while at <= last do
    local o, units, count = offers[number(argv[at])], argv[at + 1], number(argv[at + 2])
    local claimsAt = at + 3
    at = claimsAt + 3 * count
    if o.open then
        decide(o, units, claimsAt, claimsAt + count, claimsAt + 2 * count)
    else
        refuse(answered + 1, answered + count, 'u')
    end
end

-- An offer is quiet that has less than half of an equal part of the queue. Its claims do not wait
-- for the whole backlog of a hot one: which they are of the entry that was just written is noted
-- for take.lua. That is a hint: without it they come when it is their turn. Units are not fewer
-- than claims, so an offer that is alone is never quiet.
local function noteQuiet(id)
    local part = depth / (call('HLEN', KEYS[3]) - 1) / 2
    local ranges = {}
    for _, o in ipairs(offers) do
        if o.new > 0 and o.queued < part then
            ranges[#ranges + 1] = table.concat(o.ranges, ' ')
        end
    end
    if #ranges > 0 and call('LLEN', KEYS[6]) < QUIET_MAX then
        redis.pcall('RPUSH', KEYS[6], id .. ' ' .. table.concat(ranges, ' '))
    end
end

if held > 0 then
    local id, units = format('%d-%d', first + held, held), {}
    for _, o in ipairs(offers) do
        if o.taken > 0 then units[#units + 1] = o.id .. ' ' .. o.taken end
    end
    local added = redis.pcall(
        'XADD', KEYS[2], id, 'u', table.concat(units, ' '), 'c', table.concat(lines, '\n'))
    if type(added) == 'table' and added.err then
        -- Nothing is written of any claim.
        refuse(2, answered, 'u')
    else
        call('SET', KEYS[1], format('%d', first + held))
        call('HINCRBY', KEYS[3], 'claims', held)
        for _, o in ipairs(offers) do
            if o.new > 0 then
                call('HSET', o.units, 'free', o.free, 'held', o.held)
                call('HSET', o.claims, unpack(o.newClaims))
                call('HSET', o.buyers, unpack(o.newBuyers))
                o.queued = call('HINCRBY', KEYS[3], o.id, o.taken)
            end
        end
        if deep then noteQuiet(id) end
    end
end
return table.concat(answers, ' ')
