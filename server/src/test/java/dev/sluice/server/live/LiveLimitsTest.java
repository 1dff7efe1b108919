package dev.sluice.server.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.board.BoardOffer;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.server.LiveClient;
import dev.sluice.server.ShopTest;
import dev.sluice.server.engine.Switches;
import dev.sluice.server.json.Code;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What sockets may not do, and what becomes of those that do it.
class LiveLimitsTest extends ShopTest {

    static final String HANDSHAKE =
            """
            GET /api/v1/live HTTP/1.1\r
            Host: localhost\r
            Connection: Upgrade\r
            Upgrade: websocket\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
            \r
            """;

    @Override
    public Map<String, String> settings() {
        var settings = super.settings();
        settings.put("sluice.live.sockets-per-buyer-max", "2");
        settings.put("sluice.live.sockets-max", "20");
        return settings;
    }

    @Test
    void a_message_too_large_for_anybody_closes_the_socket_and_no_other() {
        try (var socket = open();
                var other = open()) {
            try {
                socket.send("x".repeat(100_000));
            } catch (RuntimeException alreadyClosed) {
                // It is refused by its first piece, before the last is sent.
            }
            assertEquals(1009, socket.closedWith());
            other.assertNothing();
        }
        await(() -> metric("sluice_live_sockets") == 0);
    }

    @Test
    void a_client_that_does_not_read_is_dropped_and_no_other() throws Exception {
        var flood = offer(1);
        var calm = offer(1);
        try (var deaf = new Socket();
                var other = open().watch(calm.id())) {
            other.nextOffer("OPEN");
            connectDeaf(deaf, flood);
            await(() -> metric("sluice_live_offers") == 2);

            await(() -> {
                for (int i = 0; i < 20_000; i++) engine().sales().mark(flood.id(), i % 2 == 0);
                return metric("sluice_live_dropped_total") == 1;
            });

            await(() -> metric("sluice_live_sockets") == 1);
            // Really sold, since a mark without a reason may be lifted before anybody is told.
            claim(shopper(), calm);
            other.nextOffer("SOLD_OUT");
        }
    }

    @Test
    void one_socket_too_many_of_a_buyer_closes_the_oldest() {
        var ann = shopper();
        // Cached, her session makes each socket hers before it answers anything. Another
        // may be on another event loop, so that it is opened only then.
        sluice.sessions().load(ann.session()).orElseThrow();
        try (var first = byCookie(ann)) {
            first.assertNothing();
            try (var second = byCookie(ann)) {
                second.assertNothing();
                try (var third = byCookie(ann)) {
                    assertEquals(1008, first.closedWith());
                    third.assertNothing();
                    second.assertNothing();
                }
            }
        }
    }

    @Test
    void one_socket_too_many_of_the_node_is_refused_and_room_comes_back() {
        // Those of the test before may not have been missed yet.
        await(() -> metric("sluice_live_sockets") == 0);
        var sockets = new ArrayList<LiveClient>();
        for (int i = 0; i < 20; i++) sockets.add(open());

        assertEquals(503, LiveClient.refusal(api.port()));
        sockets.forEach(LiveClient::close);

        await(() -> metric("sluice_live_sockets") == 0);
        assertEquals(101, LiveClient.refusal(api.port()));
    }

    @Test
    void a_socket_watches_a_hundred_offers_at_most() {
        try (var socket = open()) {
            for (int i = 0; i < 100; i++) {
                socket.watch(offer(1).id());
                socket.nextOffer("OPEN");
            }
            socket.watch(offer(1).id());
            var error = socket.next("error");
            assertEquals("INVALID", error.get("code").asText());
            assertEquals("offerId", error.get("field").asText());
        }
    }

    @Test
    void messages_that_come_too_fast_close_the_socket() {
        try (var socket = open()) {
            try {
                await(() -> {
                    for (int i = 0; i < 100; i++) socket.send("x");
                    return socket.isClosed();
                });
            } catch (RuntimeException alreadyClosed) {
                // It is refused while the rest is sent.
            }
            assertEquals(1008, socket.closedWith());
        }
    }

    @Test
    void polling_only_closes_sockets_and_refuses_new_ones() {
        try (var socket = open()) {
            socket.assertNothing();

            setSwitches(Switches.Switch.POLLING_ONLY);

            assertEquals(1013, socket.closedWith());
            assertEquals(503, LiveClient.refusal(api.port()));
            api.get("/live").is(Code.UNAVAILABLE);
            setSwitches();
            assertEquals(101, LiveClient.refusal(api.port()));
        }
    }

    @Test
    void polling_only_that_another_node_has_turned_on_closes_the_sockets_of_this_one() {
        try (var socket = open()) {
            socket.assertNothing();

            engine().ports().nodes().putValue("switches", "POLLING_ONLY");
            engine().ports().broadcast().send(new Signal.SwitchesChanged());

            assertEquals(1013, socket.closedWith());
        } finally {
            setSwitches();
        }
    }

    /// A socket that asks for something and then never reads.
    private void connectDeaf(Socket deaf, BoardOffer offer) throws IOException {
        deaf.setReceiveBufferSize(1_024);
        deaf.connect(new InetSocketAddress("127.0.0.1", api.port()));
        var out = deaf.getOutputStream();
        out.write(HANDSHAKE.getBytes(StandardCharsets.US_ASCII));
        for (var head = new StringBuilder(); head.indexOf("\r\n\r\n") < 0; ) {
            head.append((char) deaf.getInputStream().read());
        }
        var message = "{\"type\":\"watch\",\"offerId\":\"" + offer.id() + "\"}";
        var bytes = message.getBytes(StandardCharsets.US_ASCII);
        // A final text frame, masked with zeros.
        out.write(new byte[] {(byte) 0x81, (byte) (0x80 | bytes.length), 0, 0, 0, 0});
        out.write(bytes);
        out.flush();
    }
}
