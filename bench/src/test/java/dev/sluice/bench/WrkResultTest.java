package dev.sluice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WrkResultTest {
    private static final String OUTPUT =
            """
            Running 2s test @ http://127.0.0.1:9411/
              1 threads and 128 connections
              Thread Stats   Avg      Stdev     Max   +/- Stdev
                Latency     1.23ms    2.34ms  18.25ms   91.00%
                Req/Sec   109.32k     9.12k  120.11k    70.00%
              218650 requests in 2.00s, 41.2MB read
            Requests/sec: 109325.00
            Transfer/sec:     20.6MB
            bench: requests=218650 micros=2000000 sent=218764 exhausted=0 status=17 socket=2 \
            p50=903 p99=9326 max=18252
            """;

    @Test
    void the_figures_are_read_from_the_line_of_the_script() {
        var result = WrkResult.parse(OUTPUT);

        assertEquals(218_650, result.answered());
        assertEquals(218_764, result.sent());
        assertEquals(109_325, result.perSecond());
        assertEquals(17, result.errorStatuses());
        assertEquals(2, result.socketErrors());
        assertEquals(0.903, result.latency().p50().orElseThrow());
        assertEquals(9.326, result.latency().p99().orElseThrow());
        assertFalse(result.exhausted());
    }

    @Test
    void a_file_that_was_too_short_is_noticed() {
        assertTrue(WrkResult.parse(OUTPUT.replace("exhausted=0", "exhausted=1")).exhausted());
    }

    @Test
    void output_without_figures_is_refused_with_what_wrk_said() {
        var said = "unable to connect to 127.0.0.1:9412 Connection refused\n";
        var failure = assertThrows(BenchFailure.class, () -> WrkResult.parse(said));
        assertTrue(failure.getMessage().contains("Connection refused"), failure.getMessage());
    }

    @Test
    void a_figure_that_is_no_number_is_refused() {
        for (var bad : new String[] {"p99=nan", "p99=", "p98=1"}) {
            var output = OUTPUT.replace("p99=9326", bad);
            assertThrows(BenchFailure.class, () -> WrkResult.parse(output), bad);
        }
    }
}
