#!lua flags=allow-oom
-- Takes a claim out of the parked ones: to be delivered once more as a first attempt, or for good.
--
-- KEYS: queue, marks, why, parked, later, queued
-- ARGV: group, claim, when to deliver it or nothing
--
-- Answers 1, or 0 when it is not parked.
local queue, marks, why, parked, later, queued = unpack(KEYS)
local known = call('HGET', why, ARGV[2])
if not known then return 0 end
local n = match(known, '^%d+')
call('HDEL', why, ARGV[2])
call('ZREM', parked, ARGV[2])
local entry, at = find(queue, n)
if not entry then return 1 end
local text = marksOf(marks, entry[1])
if ARGV[3] ~= '' then
    call('ZADD', later, ARGV[3], n)
    note(queue, marks, ARGV[1], entry[1], replaced(text, at, 'r'))
else
    local offer, units = match(line(entry, at), '^%d+ (%d+) %d+ (%d+)')
    note(queue, marks, ARGV[1], entry[1], replaced(text, at, 'd'))
    leave(queued, 1, {[offer] = number(units)})
end
return 1
