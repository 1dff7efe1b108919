package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// A request that goes on and on, faster than any time limit would notice.
class StrangerFloodTest extends ShopTest {

    private static final String NOWHERE =
            "POST /api/v1/nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";

    @Override
    public Map<String, String> settings() {
        var settings = super.settings();
        settings.put("sluice.server.body-timeout", "300s");
        return settings;
    }

    @Test
    void a_body_without_end_that_nobody_waits_for_is_cut() throws Exception {
        var pieces = "1\r\nx\r\n".repeat(2_000).getBytes();
        try (var stranger = Stranger.connect(api.port()).send(NOWHERE)) {
            assertTrue(stranger.readHead().startsWith("HTTP/1.1 404 "));
            await(() -> stranger.isCut(pieces));
        }
    }

    @Test
    void what_stands_between_the_pieces_of_a_body_counts_too() throws Exception {
        var head = "POST /api/v1/otp HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
        var pieces = ("1;" + "e".repeat(2_000) + "\r\nx\r\n").repeat(5).getBytes();
        try (var stranger = Stranger.connect(api.port()).send(head)) {
            await(() -> stranger.isCut(pieces));
        }
    }

    @Test
    void a_body_of_many_single_bytes_is_understood() throws Exception {
        var head = "POST /api/v1/otp HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";
        try (var stranger = Stranger.connect(api.port()).send(head)) {
            stranger.send("1\r\nx\r\n".repeat(20_000) + "0\r\n\r\n");
            assertTrue(stranger.readHead().startsWith("HTTP/1.1 400 "));
        }
    }

    @Test
    void many_requests_in_a_row_are_not_one_long_request() throws Exception {
        var body = "x".repeat(60_000);
        var request =
                "POST /api/v1/otp HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n" + body;
        try (var stranger = Stranger.connect(api.port())) {
            for (int i = 0; i < 60; i++) {
                assertTrue(stranger.send(request).readHead().contains("HTTP/1.1 400 "));
            }
        }
    }
}
