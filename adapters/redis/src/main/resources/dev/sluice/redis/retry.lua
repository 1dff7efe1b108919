#!lua flags=allow-oom
-- Delivers a claim again later, as the next attempt, unless it is done or has been retried already.
--
-- KEYS: queue, marks, tries, later, again
-- ARGV: group, n, attempt, due, cause, milliseconds until it is due
local queue, marks, tries, later, again = unpack(KEYS)
local n = ARGV[2]
local entry, at = find(queue, n)
if not entry then return 0 end
local text = marksOf(marks, entry[1])
local letter = sub(text, at, at)
if letter == 'd' or letter == 'p' then return 0 end
local known = call('HGET', tries, n)
local latest = number(known and match(known, '^%d+') or '1')
-- A broker counts attempts that this queue does not see; only an older one has been retried.
local attempt = number(ARGV[3])
if attempt < latest then return 0 end
-- The cause is for people who look into Redis; every claim may have one.
call('HSET', tries, n, format('%d %dms ', attempt + 1, ARGV[6]) .. sub(ARGV[5], 1, 100))
call('ZADD', later, ARGV[4], n)
call('HDEL', again, n)
if letter ~= 'r' then note(queue, marks, ARGV[1], entry[1], replaced(text, at, 'r')) end
return 1
