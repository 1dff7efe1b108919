-- Prints what the bench reads, in one line. Comes before each of the other scripts.
function report(summary, latency, sent, exhausted)
    local errors = summary.errors
    io.write(string.format(
        "bench: requests=%d micros=%d sent=%d exhausted=%d status=%d socket=%d p50=%d p99=%d max=%d\n",
        summary.requests, summary.duration, sent, exhausted, errors.status,
        errors.connect + errors.read + errors.write + errors.timeout,
        latency:percentile(50), latency:percentile(99), latency.max))
end

