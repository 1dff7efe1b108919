package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.admin.AdminLive;
import dev.sluice.server.admin.AdminTest;
import java.io.IOException;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What a stranger can do with the operators' socket before anybody has asked who they are.
@FreshSluice("it counts all connections there are")
class StrangerWatcherTest extends AdminTest {

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
        for (int i = 0; i < times; i++) {
            var stranger = Stranger.connect(api.port()).upgrade(AdminLive.PATH);
            if (i % 2 == 0) stranger.leave();
            else stranger.vanish();
        }

        await(() -> sluice.operatorSide().live().sockets() == 0);
        await(() -> sluice.connections() == 0);
        await(() -> Heap.count("dev.sluice.server.admin.LiveWatcher") == 0);
        await(() -> Heap.count("dev.sluice.server.http.Loop$Peer") == 0);
    }

    @Test
    void who_asks_for_a_socket_with_a_body_gets_none_and_takes_no_place() throws Exception {
        for (int length : new int[] {1, 9_000}) {
            try (var stranger = Stranger.connect(api.port())) {
                stranger.ask(AdminLive.PATH, "\r\nContent-Length: " + length, "x".repeat(length));
                assertTrue(stranger.readHead().startsWith("HTTP/1.1 400 "));
            }
        }
        try (var stranger = Stranger.connect(api.port())) {
            stranger.ask(AdminLive.PATH, "\r\nTransfer-Encoding: chunked", "");
            assertTrue(stranger.readHead().startsWith("HTTP/1.1 400 "));
        }
        await(() -> sluice.operatorSide().live().sockets() == 0);
    }

    @Test
    void who_pings_and_does_not_read_is_cut() throws Exception {
        var ping = Stranger.frame(Stranger.PING, true, new byte[125]);
        try (var stranger = Stranger.deaf(api.port()).upgrade(AdminLive.PATH)) {
            stranger.flood(FLOOD, ping);
            await(() -> stranger.isCut(ping));
            await(() -> sluice.connections() == 0);
        }
    }

    @Test
    void strangers_keep_no_operator_out() throws Exception {
        var sale = published(5).text("saleId");
        var strangers = new ArrayList<Stranger>();
        for (int i = 0; i < AdminLive.SOCKETS_MAX; i++) {
            strangers.add(Stranger.connect(api.port()).upgrade(AdminLive.PATH));
        }
        var key = "\r\nAuthorization: Bearer " + OPERATOR_KEY;
        try (var operator = Stranger.connect(api.port())) {
            operator.upgrade(AdminLive.PATH + "?sale=" + sale, key);
            assertTrue(operator.readText().contains("stats"));
        }
        for (var stranger : strangers) stranger.vanish();
        await(() -> sluice.operatorSide().live().sockets() == 0);
    }

    @Test
    void a_message_in_pieces_that_becomes_too_long_is_cut() throws Exception {
        var more = Stranger.frame(Stranger.CONTINUATION, false, new byte[1_000]);
        try (var stranger = Stranger.connect(api.port()).upgrade(AdminLive.PATH)) {
            stranger.send(Stranger.frame(Stranger.TEXT, false, new byte[1_000]));
            stranger.flood(10, more);
            assertEquals(1009, stranger.closedWith());
        }
    }

    @Test
    void a_frame_too_large_to_be_read_is_cut() throws Exception {
        try (var stranger = Stranger.connect(api.port()).upgrade(AdminLive.PATH)) {
            stranger.send(Stranger.frame(Stranger.TEXT, true, new byte[60_000]));
            assertEquals(1009, stranger.closedWith());
        }
    }
}
