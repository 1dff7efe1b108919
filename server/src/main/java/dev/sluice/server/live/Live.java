package dev.sluice.server.live;

import dev.sluice.admission.Passes;
import dev.sluice.board.BoardOffer;
import dev.sluice.board.SaleBoard;
import dev.sluice.claim.Claims;
import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.Accounts.Session;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hash;
import dev.sluice.sale.Sale;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.config.World;
import dev.sluice.server.engine.Duties;
import dev.sluice.server.engine.Switches;
import dev.sluice.server.http.HotRoute;
import dev.sluice.server.http.Loop;
import dev.sluice.server.http.Replies;
import dev.sluice.server.http.Routes;
import dev.sluice.server.http.Visit;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.Problem;
import dev.sluice.server.metrics.Metrics;
import io.vertx.core.http.ServerWebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/// `GET /live`: what happens, pushed to those whom it concerns.
///
/// How it scales: a claim that ends costs one look for its buyer among those who have a socket; a
/// change of an offer makes one text, which each event loop sends to its own sockets that watch the
/// offer. Nothing here asks a store, but for a session that is not cached here and for the
/// claims of a buyer from before this process, both on virtual threads.
///
/// Why nothing is lost: a socket is among its buyer's sockets before the claims are looked up that
/// are sent to it, so an end is either found or heard, and [LiveSocket] never sends an older state
/// after an end.
///
/// [#queued] and the signals may come on any thread; sockets are only touched on their loops.
public final class Live implements HotRoute, AutoCloseable {

    private static final String PATH = "/api/v1/live";
    private static final Duration TICK = Duration.ofMillis(20);
    private static final int TICKS_PER_SECOND = 50;
    private static final int PING_SECONDS_MAX = 20;
    private static final int CLAIMS_MAX = 2_000_000;

    private final SaleBoard sales;
    private final Claims claims;
    private final EarlierClaims earlier;
    private final ClaimQueue queue;
    private final Passes passes;
    private final Switches switches;
    private final LiveConfig config;
    private final World world;
    private final BuyerClaims whose = new BuyerClaims(CLAIMS_MAX);
    private final Listeners<BuyerId> buyers = new Listeners<>();
    private final Listeners<Hash> bySession = new Listeners<>();
    private final Map<Loop, LiveLoop> loops = new ConcurrentHashMap<>();
    private final AtomicInteger sockets = new AtomicInteger();
    private final LongAdder dropped = new LongAdder();
    private final OfferWatchers offers;
    private volatile boolean closing;
    private int ticks;

    public Live(
            SaleBoard sales,
            Claims claims,
            EarlierClaims earlier,
            ClaimQueue queue,
            Passes passes,
            Switches switches,
            LiveConfig config,
            World world) {
        this.sales = sales;
        this.claims = claims;
        this.earlier = earlier;
        this.queue = queue;
        this.passes = passes;
        this.switches = switches;
        this.config = config;
        this.world = world;
        this.offers = new OfferWatchers(world.clock(), this::tellWatchers);
    }

    /// Hears what happens from now on.
    public void start(Broadcast broadcast, Duties duties) {
        claims.listen(this::ended);
        broadcast.subscribe(this::hear);
        switches.listen(_ -> closeIfOff());
        sales.listen(offers::changed);
        sales.listen(this::expect);
        sales.sales().forEach(this::expect);
        duties.every(TICK, "live", this::tick);
    }

    /// What a call gets that does not ask for a socket.
    @Override
    public void register(Routes routes) {
        routes.get(
                PATH,
                RouteGroup.LIVE,
                call -> {
                    if (isOff()) throw Problem.of(Code.UNAVAILABLE);
                    throw Problem.invalid("Upgrade", Flaw.BAD_FORMAT, "websocket");
                });
    }

    public void register(Metrics metrics) {
        metrics.gauge("sluice_live_sockets", "Open sockets of buyers.", sockets::get);
        metrics.gauge("sluice_live_offers", "Offers that somebody watches.", offers::size);
        metrics.gauge("sluice_live_claims", "Claims kept for sockets.", whose::size);
        metrics.counter("sluice_live_dropped_total", "Sockets that did not read.", dropped::sum);
    }

    @Override
    public boolean take(Visit visit) {
        if (!PATH.equals(visit.path()) || !visit.asksForSocket()) return false;
        visit.group(RouteGroup.LIVE);
        long seconds = visit.waitSeconds();
        if (seconds > 0) {
            visit.answer(Replies.rateLimited(seconds, visit.lang()));
        } else if (isOff()) {
            visit.refuse(Code.UNAVAILABLE);
        } else if (sockets.incrementAndGet() > config.socketsMax()) {
            left();
            visit.refuse(Code.OVERLOADED);
        } else {
            upgrade(visit);
        }
        return true;
    }

    /// A claim has become durable. Cheap, and never blocks. It may have ended meanwhile.
    public void queued(BuyerId buyer, ClaimId claim) {
        whose.queued(buyer, claim);
        if (!buyers.isEmpty()) findClaim(claim).ifPresent(this::push);
    }

    /// Closes all sockets; further ones are refused.
    @Override
    public void close() {
        if (closing) return;
        closing = true;
        closeAll(LiveSocket.GOING_AWAY, "this node is stopping");
    }

    OfferWatchers offers() {
        return offers;
    }

    Passes passes() {
        return passes;
    }

    long nanos() {
        return world.nanos().getAsLong();
    }

    Optional<BoardOffer> findOffer(OfferId offer) {
        return sales.findOffer(offer);
    }

    /// A claim if it is on this node's board.
    Optional<ClaimState> findClaim(ClaimId claim) {
        return claims.findHere(claim);
    }

    long position(ClaimState claim) {
        return Math.max(1, claim.sequence() - queue.settledUpTo());
    }

    boolean isOver(Session session) {
        return !world.clock().instant().isBefore(session.expiresAt());
    }

    void countDropped() {
        dropped.increment();
    }

    /// A socket is gone, or did not come to be.
    void left() {
        sockets.decrementAndGet();
    }

    /// The socket is this session's from now on. The oldest makes room when there are too many, so
    /// that a buyer whose connections died unnoticed can always come back.
    void join(LiveSocket socket, Session session) {
        bySession.add(session.token(), socket);
        var theirs = buyers.add(session.buyer(), socket);
        if (theirs.size() <= config.socketsPerBuyerMax()) return;
        var oldest = theirs.getFirst();
        oldest.loop().run(() -> oldest.close(LiveSocket.POLICY, "too many sockets of one buyer"));
    }

    void part(LiveSocket socket, Session session) {
        bySession.remove(session.token(), socket);
        buyers.remove(session.buyer(), socket);
    }

    /// Finds a session that is not cached here, and goes on with it on the socket's loop.
    void load(LiveSocket socket, String token, Consumer<Optional<Session>> next) {
        fetch(
                socket,
                () -> {
                    var session = socket.context().sessions().load(token);
                    socket.loop().run(() -> next.accept(session));
                });
    }

    /// Sends the buyer's recent claims to a socket that has just become theirs.
    void resend(LiveSocket socket, BuyerId buyer) {
        var unknown = new ArrayList<ClaimId>();
        for (var claim : whose.find(buyer)) {
            var state = findClaim(claim);
            if (state.isPresent()) socket.tell(state.get());
            else unknown.add(claim);
        }
        boolean areEarlier = earlier.mayBe();
        if (unknown.isEmpty() && !areEarlier) return;
        fetch(
                socket,
                () -> {
                    for (var id : unknown) claims.find(id).ifPresent(c -> tell(socket, c));
                    if (areEarlier) earlier.find(buyer).forEach(c -> tell(socket, c));
                });
    }

    private static void tell(LiveSocket socket, ClaimState claim) {
        socket.loop().run(() -> socket.tell(claim));
    }

    private void fetch(LiveSocket socket, Runnable work) {
        boolean taken =
                socket.context()
                        .workers()
                        .tryRun(() -> {
                            try {
                                work.run();
                            } catch (Unavailable fault) {
                                socket.loop().run(() -> socket.error(Problem.of(Code.UNAVAILABLE)));
                            }
                        });
        if (!taken) socket.error(Problem.of(Code.UNAVAILABLE));
    }

    private boolean isOff() {
        return closing || switches.isOn(Switches.Switch.POLLING_ONLY);
    }

    private void upgrade(Visit visit) {
        visit.request()
                .toWebSocket()
                .onComplete(socket -> open(visit, socket), failed -> refuse(visit));
    }

    private void refuse(Visit visit) {
        left();
        visit.fail(Problem.invalid("Upgrade", Flaw.BAD_FORMAT, "websocket"));
    }

    private void open(Visit visit, ServerWebSocket opened) {
        visit.context().metrics().countAnswer(RouteGroup.LIVE, 101);
        var loop = loops.computeIfAbsent(visit.loop(), l -> new LiveLoop(l, pingSeconds(visit)));
        var socket = new LiveSocket(this, loop, opened, visit);
        socket.open();
        if (isOff()) {
            socket.close(LiveSocket.TRY_LATER, "polling only");
            return;
        }
        var token = visit.sessionToken();
        if (token != null) socket.hello(token);
    }

    /// Well before the front closes a connection on which nothing happens.
    private static int pingSeconds(Visit visit) {
        var idle = visit.context().config().idleTimeout();
        return Math.clamp(idle.toSeconds() / 3, 1, PING_SECONDS_MAX);
    }

    private void expect(Sale sale) {
        if (sale.stateAt(world.clock().instant()) == Sale.State.CLOSED) return;
        long units = 0;
        for (var offer : sale.offers()) units += offer.stock();
        whose.expect(units);
    }

    private void hear(Signal signal) {
        if (!(signal instanceof Signal.SessionEnded(Hash token))) return;
        for (var socket : bySession.find(token)) socket.loop().run(socket::sessionEnded);
    }

    private void closeIfOff() {
        if (isOff()) closeAll(LiveSocket.TRY_LATER, "polling only");
    }

    private void ended(List<ClaimState> ended) {
        whose.ended(ended, world.clock().instant());
        if (!buyers.isEmpty()) ended.forEach(this::push);
    }

    private void push(ClaimState claim) {
        for (var socket : buyers.find(claim.hold().buyer())) tell(socket, claim);
    }

    private void tellWatchers(OfferId offer, String text) {
        for (var loop : loops.values()) loop.run(() -> loop.tell(offer, text));
    }

    private void closeAll(short status, String reason) {
        for (var loop : loops.values()) loop.run(() -> loop.closeAll(status, reason));
    }

    private void tick() {
        offers.tick();
        if (++ticks % TICKS_PER_SECOND != 0) return;
        whose.forgetOld(world.clock().instant());
        for (var loop : loops.values()) loop.run(loop::everySecond);
    }
}
