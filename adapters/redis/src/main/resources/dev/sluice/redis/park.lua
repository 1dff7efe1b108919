#!lua flags=allow-oom
-- Sets a claim aside for a person, unless it is done or aside already.
--
-- KEYS: queue, marks, tries, later, again, why, parked
-- ARGV: group, n, claim, attempts, time, cause
local queue, marks, tries, later, again, why, parked = unpack(KEYS)
local n = ARGV[2]
local entry, at = find(queue, n)
if not entry then return 0 end
local text = marksOf(marks, entry[1])
local letter = sub(text, at, at)
if letter == 'd' or letter == 'p' then return 0 end
call('HSET', why, ARGV[3], n .. ' ' .. ARGV[4] .. ' ' .. ARGV[5] .. ' ' .. ARGV[6])
call('ZADD', parked, n, ARGV[3])
call('ZREM', later, n)
call('HDEL', tries, n)
call('HDEL', again, n)
note(queue, marks, ARGV[1], entry[1], replaced(text, at, 'p'))
return 1
