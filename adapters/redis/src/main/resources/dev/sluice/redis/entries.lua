-- What the scripts of the queue share.
--
-- An entry of the queue has all claims that one call of reserve.lua has held. Its id is the n of
-- the last one, and how many they are; their n are consecutive. So the entry of claim n is the
-- first one from n on. Its fields are u, the units by offer (offer units offer units ...), and c,
-- a line per claim.
--
-- What has become of the claims of an entry stands in the hash of marks, by the entry's id: one
-- letter per claim, . open, d done, r retried, p parked. An entry without marks is open as a whole.
-- Who has taken an entry has taken its open claims; a retried claim goes its own way, by the hash
-- again. An entry in which nothing is open is acknowledged; when all is done it is deleted.
local call, format, number = redis.call, string.format, tonumber
local match, gmatch, sub, rep = string.match, string.gmatch, string.sub, string.rep

-- The first n of an entry, the last, and how many.
local function span(id)
    local last, count = match(id, '^(%d+)-(%d+)$')
    last, count = number(last), number(count)
    return last - count + 1, last, count
end

local found = nil

-- The entry that has claim n, and which of its claims that is; nothing when it is gone. The last
-- one is remembered, since it has many claims.
local function find(queue, n)
    local place = number(n)
    local first, last = 0, -1
    if found then first, last = span(found[1]) end
    if place < first or place > last then
        found = call('XRANGE', queue, n, '+', 'COUNT', 1)[1]
        if not found then return nil end
        first = span(found[1])
    end
    if place < first then return nil end
    return found, place - first + 1
end

local function marksOf(marks, id)
    local _, _, count = span(id)
    return call('HGET', marks, id) or rep('.', count)
end

-- Writes down what has become of the claims of an entry.
local function note(queue, marks, group, id, text)
    local all = not string.find(text, '[^d]')
    if all or not string.find(text, '.', 1, true) then call('XACK', queue, group, id) end
    if all then
        call('XDEL', queue, id)
        call('HDEL', marks, id)
    else
        call('HSET', marks, id, text)
    end
end

local function replaced(text, at, letter)
    return sub(text, 1, at - 1) .. letter .. sub(text, at + 1)
end

local splits = {}

-- One claim of an entry as text.
local function line(entry, at)
    local lines = splits[entry[1]]
    if not lines then
        lines = {}
        for text in gmatch(entry[2][4], '[^\n]+') do lines[#lines + 1] = text end
        splits[entry[1]] = lines
    end
    return lines[at]
end

-- So many claims have left the queue, with these units by offer.
local function leave(queued, claims, units)
    if claims == 0 then return end
    call('HINCRBY', queued, 'claims', -claims)
    for offer, count in pairs(units) do
        if call('HINCRBY', queued, offer, -count) <= 0 then call('HDEL', queued, offer) end
    end
end
