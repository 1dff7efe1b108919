-- What the edge answers by itself when it refuses: the same bytes and headers as a node's answer.
-- A test holds these texts to those of the nodes.

local problems = {}

local EN, ZH = "en", "zh-CN"

-- Status, code, title, then the detail in English and in Simplified Chinese, then the field.
local TEXTS = {
    ["sold-out"] = { 410, "SOLD_OUT", "Sold out", "Sold out.", "已售罄。" },
    ["rate-limited"] = {
        429, "RATE_LIMITED", "Too many calls",
        "Too many calls. Retry-After says when to try again.",
        "请求过于频繁，重试时间见 Retry-After。",
    },
    ["unavailable"] = {
        503, "UNAVAILABLE", "Unavailable",
        "Not available right now. It is safe to try again in a moment.",
        "暂时不可用，稍后重试是安全的。",
    },
    ["not-found"] = { 404, "NOT_FOUND", "Not found", "There is nothing here.", "此地址没有内容。" },
    ["too-large"] = {
        400, "INVALID", "Invalid request",
        "body is larger than 65536 bytes.", "body：超过 65536 字节。", "body",
    },
    ["not-http"] = {
        400, "INVALID", "Invalid request",
        "request is not a well-formed HTTP request.",
        "request：不是格式正确的 HTTP 请求。", "request",
    },
}

-- No text here has a character that JSON escapes.
local function body(text, detail)
    local field = text[6] and ',"field":"' .. text[6] .. '"' or ""
    return '{"type":"/docs/problems#' .. text[2] .. '","title":"' .. text[3]
        .. '","status":' .. text[1] .. ',"detail":"' .. detail
        .. '","code":"' .. text[2] .. '"' .. field .. "}"
end

local ready = {}
for name, text in pairs(TEXTS) do
    ready[name] = { status = text[1], [EN] = body(text, text[4]), [ZH] = body(text, text[5]) }
end

-- The language of a range such as `zh-Hant;q=0.8`, or nil when it is none of ours.
local function named(range)
    local word = range:match("^[^-; ]*"):lower()
    if word == "zh" then return ZH end
    if word == "en" or range:sub(1, 1) == "*" then return EN end
    return nil
end

local function quality(range)
    local text = range:match("q=(.*)$")
    if not text then return 1 end
    local number = text:match("^%s*[%d.]+%s*$") and tonumber(text)
    return number and number <= 1 and number or 0
end

-- The best language for an `Accept-Language` header, by the rules of the nodes: Chinese of any
-- kind is answered in Simplified Chinese, everything else in English, and of two with the same
-- quality the first is meant.
function problems.language(accepted)
    local best, best_quality = EN, 0
    for range in (accepted or ""):gmatch("[^,]+") do
        range = range:match("^%s*(.-)%s*$")
        local language = named(range)
        local found = language and quality(range) or 0
        if found > best_quality then
            best, best_quality = language, found
        end
    end
    return best
end

-- Answers with the problem whose name ends the given text.
function problems.answer(name)
    local problem = ready[name:match("[^/]*$")] or ready["not-found"]
    local language = problems.language(ngx.var.http_accept_language)
    local header = ngx.header
    ngx.req.discard_body()
    ngx.status = problem.status
    header["Content-Type"] = "application/problem+json"
    header["Content-Length"] = #problem[language]
    header["Content-Language"] = language
    header["Cache-Control"] = "no-store"
    header["X-Content-Type-Options"] = "nosniff"
    header["Referrer-Policy"] = "no-referrer"
    if problem.status == 429 or problem.status == 503 then header["Retry-After"] = "1" end
    ngx.print(problem[language])
    return ngx.exit(ngx.HTTP_OK)
end

return problems
