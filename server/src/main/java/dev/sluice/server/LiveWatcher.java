package dev.sluice.server;

import dev.sluice.sale.SaleId;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.ServerWebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/// One operator's socket of [AdminLive]. All of it happens on the socket's event loop, except that
/// any thread may call [#sale], [#push] and [#leave].
///
/// What a slow reader has not taken yet is bounded: while its buffer is full it is sent nothing,
/// and when that lasts it is sent nothing ever again but the good-bye. One that does not even read
/// that is idle, and the server's idle timeout ends it.
final class LiveWatcher {

    private static final int SKIPPED_MAX = 5;
    private static final short GOING_AWAY = 1001;
    private static final short POLICY = 1008;

    private final AdminLive live;
    private final ServerWebSocket socket;
    private final Lang lang;
    private final Context context = Vertx.currentContext();
    private volatile Optional<SaleId> sale = Optional.empty();
    private boolean isKnown;
    private boolean isLeaving;
    private int skipped;

    LiveWatcher(AdminLive live, ServerWebSocket socket, Lang lang) {
        this.live = live;
        this.socket = socket;
        this.lang = lang;
    }

    /// Begins to listen. Whoever is not known yet has so long to say hello.
    void open(boolean isKnown, Optional<SaleId> asked, Duration helloMax) {
        this.isKnown = isKnown;
        if (isKnown) sale = asked;
        socket.exceptionHandler(broken -> {});
        socket.closeHandler(closed -> live.closed(this));
        socket.textMessageHandler(this::hear);
        socket.binaryMessageHandler(
                bytes -> hear(new String(bytes.getBytes(), StandardCharsets.UTF_8)));
        live.opened(this);
        if (!isKnown) {
            context.owner().setTimer(helloMax.toMillis(), timer -> expectKnown());
        }
    }

    /// What it watches.
    Optional<SaleId> sale() {
        return sale;
    }

    /// Sends a text if there is room for it.
    void push(String text) {
        context.runOnContext(now -> pushHere(text));
    }

    /// The server is stopping.
    void leave() {
        context.runOnContext(now -> leave(GOING_AWAY, "The server is stopping."));
    }

    private void pushHere(String text) {
        if (isLeaving || socket.isClosed()) return;
        if (!socket.writeQueueFull()) {
            skipped = 0;
            socket.writeTextMessage(text);
        } else if (++skipped >= SKIPPED_MAX) {
            leave(POLICY, "Too slow.");
        }
    }

    private void hear(String message) {
        if (isLeaving) return;
        try {
            sale = Optional.of(live.hello(message));
            isKnown = true;
        } catch (Problem problem) {
            tell(problem);
        }
    }

    private void tell(Problem problem) {
        if (socket.writeQueueFull()) {
            leave(POLICY, "Too slow.");
            return;
        }
        socket.writeTextMessage(text(problem));
        if (problem.code() == Code.NO_OPERATOR) leave(POLICY, Code.NO_OPERATOR.name());
        // Whoever names an unknown sale has been found to be an operator before.
        if (problem.code() == Code.NO_SUCH_SALE) isKnown = true;
    }

    private void expectKnown() {
        if (!isKnown && !isLeaving && !socket.isClosed()) tell(Problem.of(Code.NO_OPERATOR));
    }

    private void leave(short code, String reason) {
        if (isLeaving) return;
        isLeaving = true;
        socket.close(code, reason);
    }

    private String text(Problem problem) {
        var json =
                JsonOut.object(out -> {
                    out.text("type", "error");
                    out.text("code", problem.code());
                    out.text("detail", problem.detail(lang));
                    if (problem.field() != null) out.text("field", problem.field());
                });
        return new String(json, StandardCharsets.UTF_8);
    }
}
