-- Sends ready-made requests from a file, one after the other; all are of one length.
-- Arguments: the file, the bytes of a request, how many requests to pass over at its beginning, and
-- "again" to start over at the end or "once".
-- The request function only cuts the next request off a chunk in memory, since the load generator
-- shares the cores with the server that it measures.

local CHUNK = 512
local sub = string.sub
local file, length, start, again, chunk, at, chunk_end
local threads = {}

sent = 0
exhausted = 0

local function refill()
    chunk = file:read(CHUNK * length)
    if not chunk then
        if not again then exhausted = 1 end
        file:seek("set", start)
        chunk = file:read(CHUNK * length)
    end
    at, chunk_end = 1, #chunk
end

function setup(thread)
    threads[#threads + 1] = thread
end

function init(args)
    file = assert(io.open(args[1], "rb"))
    length = tonumber(args[2])
    start = tonumber(args[3]) * length
    again = args[4] == "again"
    file:seek("set", start)
    refill()
end

-- wrk asks once for a request that it only looks at, so that `sent` is at most one too many.
function request()
    if at > chunk_end then refill() end
    local from = at
    at = from + length
    sent = sent + 1
    return sub(chunk, from, at - 1)
end

function done(summary, latency)
    local all, out = 0, 0
    for _, thread in ipairs(threads) do
        all = all + thread:get("sent")
        out = out + thread:get("exhausted")
    end
    report(summary, latency, all, out)
end
