package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// What a stranger can do who never finishes what they have to say.
@FreshSluice("it counts all connections there are")
class StrangerBodyTest extends ShopTest {

    private static final String POST =
            "POST /api/v1/otp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n";
    private static final String TIME = "GET /api/v1/time HTTP/1.1\r\nHost: localhost\r\n\r\n";

    @Override
    public Map<String, String> settings() {
        var settings = super.settings();
        settings.put("sluice.server.body-timeout", "1s");
        settings.put("sluice.server.idle-timeout", "300s");
        return settings;
    }

    @Test
    void a_body_that_never_comes_holds_nothing_and_ends() throws Exception {
        try (var stranger = Stranger.connect(api.port())) {
            await(() -> sluice.connections() == 1);
            stranger.send(POST);
            assertEquals(1, metric("sluice_in_flight"), "the question itself");
            assertEquals("", stranger.readAll());
        }
        assertEquals(1, metric("sluice_connections_slow_total"));
    }

    @Test
    void a_body_that_stops_in_the_middle_ends() throws Exception {
        try (var stranger = Stranger.connect(api.port()).send(POST + "{")) {
            assertEquals("", stranger.readAll());
        }
    }

    @Test
    void headers_that_never_end_end() throws Exception {
        try (var stranger = Stranger.connect(api.port()).send("GET / HTTP/1.1\r\nHost: x\r\n")) {
            assertEquals("", stranger.readAll());
        }
    }

    @Test
    void headers_that_come_byte_by_byte_end_too() throws Exception {
        try (var stranger = Stranger.connect(api.port()).send("GET / HTTP/1.1\r\nX: ")) {
            await(() -> stranger.isCut(new byte[] {'x'}));
        }
    }

    @Test
    void a_body_that_nobody_waits_for_any_more_ends_too() throws Exception {
        var refused = "POST /api/v1/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n";
        try (var stranger = Stranger.connect(api.port()).send(refused)) {
            assertTrue(stranger.readAll().startsWith("HTTP/1.1 404 "));
        }
    }

    @Test
    void a_connection_that_rests_between_requests_stays() throws Exception {
        try (var resting = Stranger.connect(api.port()).send(TIME)) {
            assertTrue(resting.readHead().startsWith("HTTP/1.1 200 "));
            try (var stranger = Stranger.connect(api.port()).send(POST)) {
                stranger.readAll();
            }
            assertTrue(resting.send(TIME).readHead().contains("HTTP/1.1 200 "));
        }
    }
}
