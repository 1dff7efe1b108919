package dev.sluice.rehearsal.backstage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.sluice.rehearsal.CannedNode;
import dev.sluice.rehearsal.evidence.Run.Units;
import dev.sluice.rehearsal.evidence.Timeline.Percentiles;
import dev.sluice.rehearsal.evidence.Timeline.Second;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WatchTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final String STATS =
            """
            {"queueDepth": 3, "offers": [
              {"stock": 10, "free": %d, "held": 0, "unpaid": 0, "paid": 0}]}
            """;

    @Test
    void what_was_seen_goes_to_the_second_in_which_it_was_seen() throws Exception {
        try (var node = new CannedNode()) {
            node.says("GET /admin/sales/s/stats", 200, STATS.formatted(9))
                    .says("GET /admin/sales/s/stats", 503, "")
                    .says("GET /admin/sales/s/stats", 200, STATS.formatted(4));
            var now = new Instant[] {START.plusMillis(500)};
            InstantSource clock = () -> now[0];
            var api = new Api(List.of(node.address()), "a-key", clock);
            try (var operator = new Operator(api, clock)) {
                var watch = new Watch(operator, "s", clock);
                assertEquals(-1, watch.stockLeft());

                for (int second = 0; second < 3; second++) {
                    now[0] = START.plusMillis(500 + 1_000 * second);
                    watch.look();
                }

                assertEquals(4, watch.stockLeft());
                var seconds = watch.addTo(seconds(3), START);
                assertEquals(new Units(10, 9, 0, 0, 0), seconds.get(0).stock());
                assertNull(seconds.get(1).stock());
                assertEquals(-1, seconds.get(1).queueDepth());
                assertEquals(new Units(10, 4, 0, 0, 0), seconds.get(2).stock());
                assertEquals(3, seconds.get(2).queueDepth());
            }
        }
    }

    @Test
    void a_sale_that_is_paused_in_its_last_seconds_is_seen_and_one_that_closes_in_time_is_not()
            throws Exception {
        assertEquals(Optional.empty(), shut("OPEN", 9_000, "CLOSED", 9_700));
        assertEquals(Optional.empty(), shut("PAUSED", 4_000, "OPEN", 9_000));
        assertEquals(Optional.of("PAUSED"), shut("PAUSED", 6_000, "OPEN", 9_000));
        assertEquals(Optional.of("CLOSED"), shut("PAUSED", 6_000, "CLOSED", 9_000));
        assertEquals(Optional.of("CLOSED"), shut("OPEN", 1_000, "CLOSED", 2_000));
        assertEquals(Optional.of("PAUSED"), shut("OPEN", 6_000, "PAUSED", 9_000));
    }

    /// What two looks show of a sale that closes after ten seconds.
    private static Optional<String> shut(String first, int at, String second, int then)
            throws Exception {
        try (var node = new CannedNode()) {
            var state = "\"availability\": \"%s\", \"stock\"";
            var one = STATS.formatted(1).replace("\"stock\"", state.formatted(first));
            var other = STATS.formatted(1).replace("\"stock\"", state.formatted(second));
            node.says("GET /admin/sales/s/stats", 200, one)
                    .says("GET /admin/sales/s/stats", 200, other);
            var now = new Instant[] {START.plusMillis(at)};
            InstantSource clock = () -> now[0];
            var api = new Api(List.of(node.address()), "a-key", clock);
            try (var operator = new Operator(api, clock)) {
                var watch = new Watch(operator, "s", clock);
                watch.look();
                now[0] = START.plusMillis(then);
                watch.look();
                assertEquals(second.equals("PAUSED"), watch.isPaused());
                assertEquals(second.equals("CLOSED"), watch.isClosed());
                return watch.shutBefore(START.plusSeconds(10));
            }
        }
    }

    private static List<Second> seconds(int count) {
        var none = new Percentiles(0, 0, 0, 0, 0, 0);
        return IntStream.range(0, count)
                .mapToObj(number -> new Second(number, 0, 0, 0, Map.of(), none, null, -1))
                .toList();
    }
}
