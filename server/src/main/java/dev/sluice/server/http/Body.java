package dev.sluice.server.http;

import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.Problem;
import io.vertx.core.buffer.Buffer;
import java.util.function.Consumer;

/// Collects a request's body on its event loop, so much at most. [Patience] ends the connection of
/// a body that takes too long.
final class Body {

    private final Visit visit;
    private final Consumer<Buffer> next;
    private Bytes collected = new Bytes();
    private long arrived;
    private boolean givenUp;

    Body(Visit visit, Consumer<Buffer> next) {
        this.visit = visit;
        this.next = next;
    }

    void read() {
        visit.request().handler(this::add);
        visit.request().endHandler(end -> end());
        // A client that goes away before its body is complete gets no answer.
        visit.request().exceptionHandler(gone -> givenUp = true);
    }

    private void add(Buffer chunk) {
        if (givenUp) return;
        arrived += chunk.length();
        if (arrived > ServerConfig.BODY_DRAIN_MAX) giveUp();
        else if (arrived > ServerConfig.BODY_MAX) collected = null;
        else collected.add(chunk);
    }

    private void end() {
        if (givenUp) return;
        if (arrived > ServerConfig.BODY_MAX) visit.fail(tooLarge());
        else goOn();
    }

    private void goOn() {
        try {
            next.accept(collected.all());
        } catch (RuntimeException thrown) {
            visit.fail(thrown);
        }
    }

    private void giveUp() {
        givenUp = true;
        collected = null;
        visit.fail(tooLarge());
        visit.request().connection().close();
    }

    private static Problem tooLarge() {
        return Problem.invalid("body", Flaw.TOO_LARGE, ServerConfig.BODY_MAX);
    }

    /// The bytes of a body, which mostly come in one piece and are then not copied at all. Of many
    /// pieces, however small, each byte is copied a few times at most: the room for them doubles.
    static final class Bytes {

        private static final int ROOM_MIN = 512;

        private Buffer bytes = Buffer.buffer(0);
        private boolean isOwn;

        void add(Buffer piece) {
            if (bytes.length() == 0) {
                bytes = piece;
                return;
            }
            if (!isOwn) {
                int room = Math.max(ROOM_MIN, 2 * (bytes.length() + piece.length()));
                bytes = Buffer.buffer(room).appendBuffer(bytes);
                isOwn = true;
            }
            bytes.appendBuffer(piece);
        }

        Buffer all() {
            return bytes;
        }
    }
}
