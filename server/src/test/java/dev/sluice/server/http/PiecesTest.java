package dev.sluice.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.Unavailable;
import dev.sluice.server.ApiTest;
import dev.sluice.server.Sluice;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.json.Code;
import io.vertx.core.buffer.Buffer;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// Answers that are sent piece by piece.
class PiecesTest extends ApiTest {

    private static final Map<String, String> TEXT = Map.of("content-type", Reply.TEXT);

    private final CountDownLatch left = new CountDownLatch(1);

    @Override
    public void prepare(Sluice sluice) {
        sluice.routes()
                .get("/whole", RouteGroup.PAGE, call -> pieces(call, 3))
                .get("/broken", RouteGroup.PAGE, call -> pieces(call, -2))
                .get("/nothing", RouteGroup.PAGE, call -> pieces(call, 0))
                .get("/early", RouteGroup.PAGE, call -> pieces(call, -1))
                .get("/endless", RouteGroup.PAGE, this::endless);
    }

    /// So many pieces; a negative number fails at that one.
    private static Reply pieces(Call call, int count) throws InterruptedException {
        try (var pieces = new Pieces(call, TEXT)) {
            for (int i = 1; i <= Math.abs(count); i++) {
                if (i == -count) throw new Unavailable("test", null);
                if (!pieces.send(Buffer.buffer("piece " + i + "\n"))) return Pieces.sent();
            }
            return pieces.end();
        }
    }

    private Reply endless(Call call) throws InterruptedException {
        try (var pieces = new Pieces(call, TEXT)) {
            while (pieces.send(Buffer.buffer(new byte[100_000]))) assertEquals(1, left.getCount());
        }
        left.countDown();
        return Pieces.sent();
    }

    @Test
    void an_answer_of_pieces_is_whole() {
        assertEquals("piece 1\npiece 2\npiece 3\n", api.root().get("/whole").is(200).body());
        assertEquals("", api.root().get("/nothing").is(200).body());
    }

    @Test
    void a_failure_before_the_first_piece_is_answered_as_always() {
        api.root().get("/early").is(Code.UNAVAILABLE);
    }

    @Test
    void an_answer_that_breaks_off_is_not_taken_for_the_whole() {
        assertThrows(UncheckedIOException.class, () -> api.root().get("/broken"));
    }

    @Test
    void a_client_that_leaves_ends_the_making() throws Exception {
        try (var socket = new Socket("127.0.0.1", sluice.port())) {
            var request = "GET /endless HTTP/1.1\r\nHost: localhost\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            assertTrue(socket.getInputStream().read() >= 0);
            assertFalse(left.await(0, TimeUnit.SECONDS));
        }

        assertTrue(left.await(60, TimeUnit.SECONDS));
    }
}
