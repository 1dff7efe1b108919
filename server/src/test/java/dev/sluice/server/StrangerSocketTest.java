package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What a stranger can do with the socket of buyers, which is open to everybody.
class StrangerSocketTest extends ShopTest {

    private static final String LIVE = "/api/v1/live";
    private static final String ME = "GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\n\r\n";
    private static final String UPGRADE =
            "GET /api/v1/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
                    + "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                    + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    private static final int FLOOD = 20_000;

    @Test
    void sockets_that_come_and_go_leave_no_connection_and_no_object_behind() throws Exception {
        comeAndGo(1_500);
    }

    @Tag("long")
    @Test
    void ten_thousand_sockets_that_come_and_go_leave_nothing_behind() throws Exception {
        comeAndGo(10_000);
    }

    private void comeAndGo(int times) throws IOException {
        double before = metric("sluice_connections");
        for (int i = 0; i < times; i++) {
            var stranger = Stranger.connect(api.port()).upgrade(LIVE);
            if (i % 2 == 0) stranger.leave();
            else stranger.vanish();
        }

        await(() -> metric("sluice_live_sockets") == 0);
        await(() -> metric("sluice_connections") <= before);
        await(() -> Heap.count("dev.sluice.server.live.LiveSocket") == 0);
        await(() -> Heap.count("dev.sluice.server.http.Loop$Peer") <= before);
    }

    @Test
    void who_asks_for_a_socket_with_a_body_gets_none_and_takes_no_place() throws Exception {
        for (int length : new int[] {1, 9_000}) {
            try (var stranger = Stranger.connect(api.port())) {
                stranger.ask(LIVE, "\r\nContent-Length: " + length, "x".repeat(length));
                assertTrue(stranger.readHead().startsWith("HTTP/1.1 400 "));
            }
        }
        try (var stranger = Stranger.connect(api.port())) {
            stranger.ask(LIVE, "\r\nTransfer-Encoding: chunked", "");
            assertTrue(stranger.readHead().startsWith("HTTP/1.1 400 "));
        }
        await(() -> metric("sluice_live_sockets") == 0);
    }

    /// The first question is answered from a virtual thread, so the others wait for their turn.
    @Test
    void two_sockets_that_are_asked_for_on_one_connection_take_no_place() throws Exception {
        for (int i = 0; i < 10; i++) {
            try (var stranger = Stranger.connect(api.port()).send(ME + UPGRADE + UPGRADE)) {
                stranger.readAll();
            }
        }
        await(() -> metric("sluice_live_sockets") == 0);
    }

    @Test
    void who_pings_and_does_not_read_is_cut() throws Exception {
        var ping = Stranger.frame(Stranger.PING, true, new byte[125]);
        try (var stranger = Stranger.deaf(api.port()).upgrade(LIVE)) {
            stranger.flood(FLOOD, ping);
            await(() -> stranger.isCut(ping));
            await(() -> metric("sluice_live_sockets") == 0);
        }
    }

    @Test
    void who_reads_may_ping_now_and_then_but_not_without_end() throws Exception {
        var ping = Stranger.frame(Stranger.PING, true, new byte[0]);
        try (var stranger = Stranger.connect(api.port()).upgrade(LIVE)) {
            stranger.flood(2_000, ping);
            assertEquals(1008, stranger.closedWith());
        }
    }

    @Test
    void a_message_in_pieces_that_becomes_too_long_is_cut() throws Exception {
        var first = Stranger.frame(Stranger.TEXT, false, new byte[1_000]);
        var more = Stranger.frame(Stranger.CONTINUATION, false, new byte[1_000]);
        try (var stranger = Stranger.connect(api.port()).upgrade(LIVE)) {
            stranger.send(first);
            stranger.flood(10, more);
            assertEquals(1009, stranger.closedWith());
        }
    }

    @Test
    void a_message_in_pieces_that_never_ends_is_cut() throws Exception {
        var first = Stranger.frame(Stranger.TEXT, false, new byte[1]);
        try (var stranger = Stranger.connect(api.port()).upgrade(LIVE)) {
            stranger.send(first);
            assertEquals(1008, stranger.closedWith());
        }
    }

    @Test
    void empty_pieces_without_end_are_cut() throws Exception {
        var piece = Stranger.frame(Stranger.CONTINUATION, false, new byte[0]);
        try (var stranger = Stranger.connect(api.port()).upgrade(LIVE)) {
            stranger.send(Stranger.frame(Stranger.TEXT, false, new byte[1]));
            stranger.flood(2_000, piece);
            assertEquals(1008, stranger.closedWith());
        }
    }

    @Test
    void a_message_in_pieces_is_understood() throws Exception {
        try (var stranger = Stranger.connect(api.port()).upgrade(LIVE)) {
            stranger.send(Stranger.frame(Stranger.TEXT, false, "{\"type\":".getBytes()));
            stranger.send(Stranger.frame(Stranger.CONTINUATION, true, "\"x\"}".getBytes()));
            assertTrue(stranger.readText().contains("INVALID"));
        }
    }
}
