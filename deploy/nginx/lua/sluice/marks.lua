-- Sold-out marks at the edge.
--
-- Every node puts its whole view every second, and at once when it changes: a line `offer 1` for
-- each offer that is sold out and `offer 0` for each other one that is on sale. No node leads, so
-- for a moment the views differ. A wrong 0 costs a node one more refusal; a wrong 1 keeps buyers
-- from units that are free. So a 0 is stronger:
--
-- - A 1 holds for three seconds, or as long as its line says (a sale that closes sooner is not sold
--   out then, but closed). A mark that nobody renews lifts by itself.
-- - A 0 holds for two seconds against every 1. Only the node that said it takes it back, by saying
--   1 itself. So when units come free, the first node to say so lifts the mark at once, and a node
--   that has not heard of it yet cannot set it again: by the time the 0 ends, that node has heard
--   of it (a missed signal heals within two seconds), and the others have said 0 again and again.
-- - When the last unit goes, the node that noticed tells the others, each says 1 within
--   milliseconds, and so takes its own 0 back: no waiting for anything to end.
-- - Each put has the name of its node and a number that grows. One that was overtaken on its way
--   is older than what is known, and nothing of it is taken.
--
-- Of several nodes' 0 the latest alone is remembered. If it is taken back while another node still
-- means its own, the mark can stand for a second, until that node says 0 again. No clock of a node
-- is compared with one of another, or with the edge's.

local problems = require("sluice.problems")

local marks = {}

local SOLD_OUT_SECONDS = 3
local FREE_SECONDS = 2

-- Far longer than a put can be under way.
local NODE_SECONDS = 60

local known = ngx.shared.sluice_marks
local key = os.getenv("EDGE_KEY") or ""

local function say(status, text)
    ngx.status = status
    ngx.header["Content-Type"] = "text/plain"
    ngx.print(text .. "\n")
    return ngx.exit(ngx.HTTP_OK)
end

-- The lines as a list of offer, state and milliseconds by turns; nil when one of them is no line.
local function parse(body)
    local lines, at = {}, 1
    for from, offer, state, millis, to in body:gmatch("()(%w+) ([01]) ?(%d*)\n()") do
        if from ~= at then return nil end
        local n = #lines
        lines[n + 1], lines[n + 2], lines[n + 3] = offer, state, tonumber(millis) or false
        at = to
    end
    return at == #body + 1 and lines or nil
end

local function take(node, lines)
    for i = 1, #lines, 3 do
        local offer, state, millis = lines[i], lines[i + 1], lines[i + 2]
        if state == "0" then
            known:set("0:" .. offer, node, FREE_SECONDS)
        else
            local seconds = millis and math.min(millis / 1000, SOLD_OUT_SECONDS)
            if seconds ~= 0 then known:set("1:" .. offer, true, seconds or SOLD_OUT_SECONDS) end
            if known:get("0:" .. offer) == node then known:delete("0:" .. offer) end
        end
    end
end

local function put(node, number)
    ngx.req.read_body()
    local lines = parse(ngx.req.get_body_data() or "")
    if not lines then return say(400, "each line is: offer 0|1, and perhaps milliseconds") end
    local latest = known:get("n:" .. node)
    if latest and latest >= number then return say(409, "overtaken by " .. latest) end
    known:set("n:" .. node, number, NODE_SECONDS)
    take(node, lines)
    known:incr("puts", 1, 0)
    return ngx.exit(204)
end

-- PUT /edge/marks.
function marks.serve()
    local given = ngx.var.http_x_sluice_edge_key or ""
    -- The time this takes says nothing about the key.
    if key == "" or ngx.md5(given) ~= ngx.md5(key) then return say(403, "the key is wrong") end
    if ngx.req.get_method() ~= "PUT" then return say(405, "PUT the marks") end
    local node = ngx.var.http_x_sluice_node or ""
    local number = tonumber(ngx.var.http_x_sluice_number)
    if not node:match("^%w+$") or not number then return say(400, "which node, which number?") end
    return put(node, number)
end

function marks.is_sold_out(offer)
    return known:get("1:" .. offer) and not known:get("0:" .. offer)
end

-- Answers a request for a pass if the offer is sold out; else it goes on to a node. The address is
-- read as it was sent, as a node reads it.
function marks.refuse_sold_out()
    if ngx.req.get_method() ~= "POST" then return end
    local offer = ngx.var.request_uri:match("^/api/v1/offers/(%w+)/passes$")
        or ngx.var.request_uri:match("^/api/v1/offers/(%w+)/passes%?")
    if not offer or not marks.is_sold_out(offer) then return end
    known:incr("answers", 1, 0)
    return problems.answer("sold-out")
end

-- GET /edge/metrics, for Prometheus.
function marks.metrics()
    ngx.header["Content-Type"] = "text/plain; version=0.0.4"
    ngx.print(
        "# HELP sluice_edge_sold_out_answers_total Calls for passes that ended at the edge.\n",
        "# TYPE sluice_edge_sold_out_answers_total counter\n",
        "sluice_edge_sold_out_answers_total ", known:get("answers") or 0, "\n",
        "# HELP sluice_edge_puts_total Views of nodes that were taken.\n",
        "# TYPE sluice_edge_puts_total counter\n",
        "sluice_edge_puts_total ", known:get("puts") or 0, "\n")
end

return marks
