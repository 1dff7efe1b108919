package dev.sluice.server.live;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.Accounts.Session;
import dev.sluice.sale.ClaimState;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.HttpContext;
import dev.sluice.server.http.SocketGuard;
import dev.sluice.server.http.Visit;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Fields;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.Lang;
import dev.sluice.server.json.Problem;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ServerWebSocket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/// One buyer's, or nobody's, open socket. Everything here happens on its event loop's thread, but
/// [#loop], which anybody may ask.
///
/// A message that makes no sense is answered with an error and changes nothing. A client that does
/// not read what it is sent is dropped: it may connect again, and is told how things stand then.
final class LiveSocket implements SocketGuard.Owner {

    static final short GOING_AWAY = 1001;
    static final short POLICY = 1008;
    static final short TOO_BIG = 1009;
    static final short TRY_LATER = 1013;

    private static final Buffer PING = Buffer.buffer("sluice");
    private static final int ENDED_MAX = 100;
    private static final int SESSION_LENGTH_MAX = 256;

    private final Live live;
    private final LiveLoop loop;
    private final HttpContext context;
    private final ServerWebSocket socket;
    private final SocketGuard guard;
    private final Lang lang;
    private final AtomicLong messages;
    private final int slot;
    private final Set<OfferId> watches = new HashSet<>();

    /// Claims that this socket was told are queued, with the place it was told last.
    private final Map<ClaimId, Long> queued = new HashMap<>();

    /// Claims whose end this socket was told, so that no older state follows.
    private final Set<ClaimId> ended = new LinkedHashSet<>();

    private Session session;
    private int hellos;
    private boolean isAlive = true;
    private boolean isClosed;

    LiveSocket(Live live, LiveLoop loop, ServerWebSocket socket, Visit visit) {
        this.live = live;
        this.loop = loop;
        this.socket = socket;
        this.guard = SocketGuard.before(socket, this, live::nanos);
        this.context = visit.context();
        this.lang = visit.lang();
        this.messages = LiveConfig.MESSAGES.bucket(live.nanos());
        this.slot = loop.add(this);
    }

    void open() {
        socket.closeHandler(closed -> closed());
        socket.exceptionHandler(broken -> refuseRest());
        socket.pongHandler(pong -> isAlive = true);
        socket.textMessageHandler(this::receive);
        socket.binaryMessageHandler(bytes -> receive(""));
    }

    LiveLoop loop() {
        return loop;
    }

    HttpContext context() {
        return context;
    }

    boolean isClosed() {
        return isClosed;
    }

    /// Who speaks: found in the cache at once, or else soon.
    void hello(String token) {
        int hello = ++hellos;
        var known = context.sessions().find(token);
        if (known != null) known(known, token);
        else if (!context.sessions().isGenuine(token)) error(Problem.of(Code.NO_SESSION));
        else live.load(this, token, loaded -> greet(hello, token, loaded));
    }

    private void greet(int hello, String token, Optional<Session> loaded) {
        if (isClosed || hello != hellos) return;
        if (loaded.isPresent()) known(loaded.get(), token);
        else error(Problem.of(Code.NO_SESSION));
    }

    /// A session may end just before this socket is among its sockets. Then it is no longer cached
    /// either, and the store is asked once more.
    private void known(Session session, String token) {
        forgetSession();
        if (context.limits().buyer(RouteGroup.LIVE, session.buyer()) > 0) {
            error(Problem.of(Code.RATE_LIMITED));
            close(POLICY, "too many connections of one buyer");
            return;
        }
        this.session = session;
        live.join(this, session);
        live.resend(this, session.buyer());
        if (context.sessions().find(token) != null) return;
        int hello = hellos;
        live.load(
                this,
                token,
                again -> {
                    if (hello == hellos && again.isEmpty()) sessionEnded();
                });
    }

    /// The session was ended somewhere, or its time is over: this socket goes on as nobody's.
    void sessionEnded() {
        if (session == null || isClosed) return;
        forgetSession();
        error(Problem.of(Code.NO_SESSION));
    }

    /// Tells its buyer how a claim stands, unless its end was told already.
    void tell(ClaimState claim) {
        if (isClosed || session == null || !claim.hold().buyer().equals(session.buyer())) return;
        if (ended.contains(claim.id())) return;
        boolean isQueued = claim.outcome().isEmpty();
        if (isQueued && queued.containsKey(claim.id())) return;
        send(LiveMessages.claim(live.passes(), claim));
        if (isQueued) {
            queued.put(claim.id(), 0L);
            tellPlace(claim);
        } else {
            queued.remove(claim.id());
            ended.add(claim.id());
            if (ended.size() > ENDED_MAX) ended.remove(ended.iterator().next());
        }
        loop.queued(this, !isClosed && !queued.isEmpty());
    }

    /// Tells the places that have changed. A claim that has ended unheard is told as such.
    void tellPlaces() {
        for (var claim : Set.copyOf(queued.keySet())) {
            var state = live.findClaim(claim);
            if (state.isEmpty()) continue;
            if (state.get().outcome().isPresent()) tell(state.get());
            else tellPlace(state.get());
        }
    }

    private void tellPlace(ClaimState claim) {
        if (isClosed || claim.sequence() == 0) return;
        long position = live.position(claim);
        var before = queued.put(claim.id(), position);
        if (before != null && before == position) return;
        send(LiveMessages.place(live.passes(), claim.hold(), position));
    }

    void send(String text) {
        if (isClosed || socket.isClosed()) return;
        if (socket.writeQueueFull()) drop();
        else socket.writeTextMessage(text);
    }

    /// A socket that did not answer the ping before this one is gone.
    void ping() {
        if (session != null && live.isOver(session)) sessionEnded();
        if (isClosed || socket.isClosed()) return;
        if (!isAlive) {
            drop();
            return;
        }
        isAlive = false;
        socket.writePing(PING);
    }

    @Override
    public void close(short status, String reason) {
        if (isClosed) return;
        closed();
        guard.close(status, reason);
    }

    @Override
    public void drop() {
        live.countDropped();
        closed();
        guard.drop();
    }

    private void closed() {
        if (isClosed) return;
        isClosed = true;
        forgetSession();
        for (var offer : watches) {
            loop.unwatch(offer, this);
            live.offers().unwatch(offer);
        }
        loop.remove(this, slot);
        live.left();
    }

    private void forgetSession() {
        queued.clear();
        ended.clear();
        loop.queued(this, false);
        if (session != null) live.part(this, session);
        session = null;
    }

    private void receive(String text) {
        if (isClosed) return;
        isAlive = true;
        if (LiveConfig.MESSAGES.tryAcquire(messages, live.nanos()) > 0) {
            error(Problem.of(Code.RATE_LIMITED));
            close(POLICY, "too many messages");
            return;
        }
        try {
            understand(text.getBytes(StandardCharsets.UTF_8));
        } catch (Problem problem) {
            error(problem);
        }
    }

    @Override
    public void refuseRest() {
        if (isClosed) return;
        error(Problem.invalid("body", Flaw.TOO_LARGE, SocketGuard.MESSAGE_MAX));
        close(TOO_BIG, "too large a message");
    }

    private void understand(byte[] bytes) {
        if (bytes.length > SocketGuard.MESSAGE_MAX) {
            throw Problem.invalid("body", Flaw.TOO_LARGE, SocketGuard.MESSAGE_MAX);
        }
        var message = Fields.of(bytes, "type", "session", "offerId");
        switch (message.text("type", 1, 20)) {
            case "hello" -> {
                if (message.has("offerId")) throw message.invalid("offerId", Flaw.UNKNOWN);
                hello(message.text("session", 1, SESSION_LENGTH_MAX));
            }
            case "watch" -> {
                if (message.has("session")) throw message.invalid("session", Flaw.UNKNOWN);
                watch(message);
            }
            default -> throw message.invalid("type", Flaw.NOT_ONE_OF, "hello, watch");
        }
    }

    private void watch(Fields message) {
        var text = message.text("offerId", 1, 64);
        if (!Call.isIdLike(text)) throw message.invalid("offerId", Flaw.NOT_ID);
        var offer =
                OfferId.parse(text)
                        .flatMap(live::findOffer)
                        .orElseThrow(() -> Problem.of(Code.NO_SUCH_OFFER));
        boolean again = watches.contains(offer.id());
        if (!again && watches.size() == LiveConfig.WATCHES_MAX) {
            throw message.invalid("offerId", Flaw.TOO_MANY, LiveConfig.WATCHES_MAX);
        }
        if (again) live.offers().unwatch(offer.id());
        watches.add(offer.id());
        loop.watch(offer.id(), this);
        var state = live.offers().watch(offer);
        loop.run(() -> send(state));
    }

    void error(Problem problem) {
        send(LiveMessages.error(problem, lang));
    }
}
