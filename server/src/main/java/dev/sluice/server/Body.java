package dev.sluice.server;

import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// Collects a request's body on its event loop, so much and for so long at most.
final class Body {

    private static final Buffer EMPTY = Buffer.buffer(0);

    private final Visit visit;
    private final Consumer<Buffer> next;
    private final long timeoutNanos;
    private final LongSupplier nanos;
    private long startedAt;
    private Buffer collected = EMPTY;
    private long arrived;
    private boolean givenUp;

    Body(Visit visit, Consumer<Buffer> next, Duration timeout, LongSupplier nanos) {
        this.visit = visit;
        this.next = next;
        this.timeoutNanos = timeout.toNanos();
        this.nanos = nanos;
    }

    void read() {
        visit.request().handler(this::add);
        visit.request().endHandler(end -> end());
        // A client that goes away before its body is complete gets no answer.
        visit.request().exceptionHandler(gone -> givenUp = true);
    }

    private void add(Buffer chunk) {
        if (givenUp) return;
        if (arrived == 0) startedAt = nanos.getAsLong();
        arrived += chunk.length();
        if (arrived > ServerConfig.BODY_DRAIN_MAX) giveUp();
        else if (arrived > ServerConfig.BODY_MAX) collected = EMPTY;
        else if (arrived == chunk.length()) collected = chunk;
        else append(chunk);
    }

    /// A client that sends a little now and then keeps its connection from being idle, but not for
    /// longer than this.
    private void append(Buffer chunk) {
        if (nanos.getAsLong() - startedAt > timeoutNanos) giveUp();
        else collected = Buffer.buffer((int) arrived).appendBuffer(collected).appendBuffer(chunk);
    }

    private void end() {
        if (givenUp) return;
        if (arrived > ServerConfig.BODY_MAX) visit.fail(tooLarge());
        else goOn();
    }

    private void goOn() {
        try {
            next.accept(collected);
        } catch (RuntimeException thrown) {
            visit.fail(thrown);
        }
    }

    private void giveUp() {
        givenUp = true;
        collected = EMPTY;
        visit.fail(tooLarge());
        visit.request().connection().close();
    }

    private static Problem tooLarge() {
        return Problem.invalid("body", Flaw.TOO_LARGE, ServerConfig.BODY_MAX);
    }
}
