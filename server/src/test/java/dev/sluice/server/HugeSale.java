package dev.sluice.server;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What the live view is told of a sale that is much larger than any test could play.
record HugeSale(String sale, String offer) {

    private static final Instant START = Instant.parse("2026-11-11T10:00:00Z");
    private static final int PER_SECOND = 83_334;

    /// The push of that second, with the minute before it.
    String at(int second) {
        var seconds = new ArrayList<Object>();
        for (int past = Math.max(0, second - 59); past <= second; past++) {
            var one = funnel(PER_SECOND + 997 * (past % 13));
            one.put("at", START.plusSeconds(past).toString());
            seconds.add(one);
        }
        var units = new HashMap<String, Object>(Map.of("offerId", offer, "stock", 1_000));
        units.putAll(Map.of("free", 0, "held", 100, "unpaid", 400, "paid", 500));
        units.putAll(Map.of("balanced", true, "availability", "SOLD_OUT"));
        var push = new HashMap<String, Object>(Map.of("type", "stats", "saleId", sale));
        push.put("at", START.plusSeconds(second).plusMillis(500).toString());
        push.put("totals", funnel(second == 599 ? 50_000_000 : PER_SECOND * (second + 1)));
        push.put("perSecond", seconds);
        push.put("queueDepth", 1_000 + second % 77);
        push.put(
                "latency",
                Map.of(
                        "count",
                        9_999,
                        "p50Ms",
                        2.5,
                        "p90Ms",
                        7,
                        "p99Ms",
                        15 + second % 9,
                        "maxMs",
                        40));
        push.put("offers", List.of(units));
        try {
            return Document.JSON.writeValueAsString(push);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Map<String, Object> funnel(int arrived) {
        var funnel = new HashMap<String, Object>(Map.of("arrived", arrived, "passes", arrived / 5));
        funnel.put("refused", Map.of("SOLD_OUT", arrived / 2, "GATE_FULL", arrived / 3));
        funnel.putAll(Map.of("claims", arrived / 40, "won", arrived / 50, "lost", arrived / 900));
        funnel.putAll(Map.of("paid", arrived / 70, "cancelled", 3, "expired", 7, "refunded", 0));
        return funnel;
    }
}
