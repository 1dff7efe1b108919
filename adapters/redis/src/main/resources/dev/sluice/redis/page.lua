-- Some entries of the queue of one shard with all claims that are not done, taken or not.
--
-- KEYS: queue, marks
-- ARGV: the id behind which to begin, or -; how many
--
-- Answers the id, the marks or nothing, and the claims of each.
local answers = {}
for _, entry in ipairs(call('XRANGE', KEYS[1], ARGV[1], '+', 'COUNT', ARGV[2])) do
    answers[#answers + 1] = entry[1]
    answers[#answers + 1] = call('HGET', KEYS[2], entry[1]) or ''
    answers[#answers + 1] = entry[2][4]
end
return answers
