package dev.sluice.server.admin;

import dev.sluice.id.SaleId;
import dev.sluice.server.http.SocketGuard;
import dev.sluice.server.http.Visit;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.JsonOut;
import dev.sluice.server.json.Lang;
import dev.sluice.server.json.Problem;
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
/// and when that lasts its connection ends.
final class LiveWatcher implements SocketGuard.Owner {

    private static final int SKIPPED_MAX = 5;
    private static final short GOING_AWAY = 1001;
    private static final short POLICY = 1008;
    private static final short TOO_BIG = 1009;
    private static final short TRY_LATER = 1013;
    private static final long NO_TIMER = -1;

    private final AdminLive live;
    private final ServerWebSocket socket;
    private final Lang lang;
    private final SocketGuard guard;
    private final Context context = Vertx.currentContext();
    private volatile Optional<SaleId> sale = Optional.empty();
    private boolean isKnown;
    private boolean isLeaving;
    private int skipped;
    private long helloTimer = NO_TIMER;

    LiveWatcher(AdminLive live, ServerWebSocket socket, Visit visit) {
        this.live = live;
        this.socket = socket;
        this.lang = visit.lang();
        this.guard = SocketGuard.before(socket, this, visit.loop().nanos());
    }

    /// Begins to listen. Whoever is not known yet has so long to say hello.
    void open(boolean isKnown, Optional<SaleId> asked, Duration helloMax) {
        this.isKnown = isKnown;
        if (isKnown) sale = asked;
        socket.exceptionHandler(broken -> refuseRest());
        socket.closeHandler(closed -> closed());
        socket.textMessageHandler(this::hear);
        socket.binaryMessageHandler(
                bytes -> hear(new String(bytes.getBytes(), StandardCharsets.UTF_8)));
        live.opened(this);
        if (!isKnown) {
            helloTimer = context.owner().setTimer(helloMax.toMillis(), timer -> expectKnown());
        }
    }

    /// Whether this is an operator.
    boolean isKnown() {
        return isKnown;
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
        context.runOnContext(now -> close(GOING_AWAY, "The server is stopping."));
    }

    private void pushHere(String text) {
        if (isLeaving || socket.isClosed()) return;
        if (!socket.writeQueueFull()) {
            skipped = 0;
            socket.writeTextMessage(text);
        } else if (++skipped >= SKIPPED_MAX) {
            drop();
        }
    }

    private void hear(String message) {
        if (isLeaving) return;
        try {
            var asked = live.hello(message);
            if (introduce()) sale = Optional.of(asked);
        } catch (Problem problem) {
            tell(problem);
        }
    }

    private void tell(Problem problem) {
        if (socket.writeQueueFull()) {
            drop();
            return;
        }
        socket.writeTextMessage(text(problem));
        if (problem.code() == Code.NO_OPERATOR) close(POLICY, Code.NO_OPERATOR.name());
        // Whoever names an unknown sale has been found to be an operator before.
        if (problem.code() == Code.NO_SUCH_SALE) introduce();
    }

    private boolean introduce() {
        if (isKnown) return true;
        isKnown = live.tryIntroduce();
        if (!isKnown) close(TRY_LATER, "Too many operators.");
        return isKnown;
    }

    private void expectKnown() {
        if (!isKnown && !isLeaving && !socket.isClosed()) tell(Problem.of(Code.NO_OPERATOR));
    }

    @Override
    public void close(short status, String reason) {
        if (isLeaving) return;
        isLeaving = true;
        guard.close(status, reason);
    }

    @Override
    public void refuseRest() {
        close(TOO_BIG, "Too large a message.");
    }

    @Override
    public void drop() {
        isLeaving = true;
        guard.drop();
    }

    private void closed() {
        isLeaving = true;
        if (helloTimer != NO_TIMER) context.owner().cancelTimer(helloTimer);
        live.closed(this);
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
