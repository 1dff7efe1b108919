package dev.sluice.server.http;

import dev.sluice.server.access.Client;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Connections.Place;
import dev.sluice.server.http.Routes.Match;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Flaw;
import dev.sluice.server.json.Problem;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.impl.HttpServerConnection;
import java.net.InetAddress;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One event loop of the front: an HTTP server whose requests all arrive on this loop's thread. Hot
/// routes are answered right here; every other route reads its body here and goes on on a virtual
/// thread.
public final class Loop extends VerticleBase implements Executor {

    private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

    /// Steps run in one go, so that connections get their turn.
    private static final int STEPS_MAX = 1_024;

    /// How often those who take long for their request are looked at.
    private static final long PATIENCE_MILLIS = 500;

    /// How long a connection on a spare seat may take for its one request.
    private static final long SPARE_MILLIS = 5_000;

    /// A connection's other end. For a trusted proxy each request says who is behind it.
    ///
    /// @param address null when the connection does not know it
    /// @param isSpare whether it may ask once only
    private record Peer(InetAddress address, Client client, boolean isTrusted, boolean isSpare) {}

    private final Front front;
    private final HttpContext httpContext;
    private final LongSupplier nanos;
    private final HotRoute[] hotRoutes;
    private final Map<HttpConnection, Peer> peers = new IdentityHashMap<>();
    private final Queue<Runnable> steps = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean awake = new AtomicBoolean();
    private final Patience patience;
    private HttpServer server;

    Loop(Front front, HttpContext httpContext, LongSupplier nanos) {
        this.front = front;
        this.httpContext = httpContext;
        this.nanos = nanos;
        this.hotRoutes = httpContext.routes().hot();
        this.patience =
                new Patience(httpContext.config().bodyTimeout(), nanos, front.connections().slow());
    }

    @Override
    public Future<?> start() {
        vertx.setPeriodic(PATIENCE_MILLIS, now -> patience.sweep());
        server =
                vertx.createHttpServer(front.options())
                        .connectionHandler(this::connected)
                        .requestHandler(this::handle)
                        .invalidRequestHandler(this::refuseNonsense)
                        .exceptionHandler(brokenConnection -> {});
        return server.listen(front.address()).onSuccess(listening -> front.listening(server));
    }

    HttpContext context() {
        return httpContext;
    }

    public LongSupplier nanos() {
        return nanos;
    }

    /// Runs something on this loop, from any thread. Steps that come while the loop is still to
    /// wake up, or runs others, share one wake-up: the answers to a batch of claims cost one hop,
    /// not one each.
    public void run(Runnable step) {
        steps.add(step);
        wakeUp();
    }

    private void wakeUp() {
        if (awake.compareAndSet(false, true)) context.runOnContext(now -> runSteps());
    }

    /// The same as [#run].
    @Override
    public void execute(Runnable step) {
        run(step);
    }

    private void runSteps() {
        for (int i = 0; i < STEPS_MAX; i++) {
            var step = steps.poll();
            if (step == null) break;
            runStep(step);
        }
        awake.set(false);
        // One that came after the last look and before that found the loop awake.
        if (!steps.isEmpty()) wakeUp();
    }

    /// A step that fails must not take those behind it along.
    private static void runStep(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            LOG.error("A step on the event loop failed", e);
        }
    }

    Client client(HttpServerRequest request) {
        var peer = peers.get(request.connection());
        if (peer == null) return Client.UNKNOWN;
        if (!peer.isTrusted) return peer.client;
        return httpContext.proxies().client(peer.address, request.getHeader("x-forwarded-for"));
    }

    /// Of several proxies the first has seen the client.
    boolean isSecure(HttpServerRequest request) {
        var peer = peers.get(request.connection());
        if (peer == null || !peer.isTrusted) return false;
        var schemes = request.getHeader("x-forwarded-proto");
        return schemes != null && schemes.split(",", 2)[0].strip().equalsIgnoreCase("https");
    }

    /// Its channel tells when a connection has ended: one that becomes a WebSocket is no longer a
    /// connection of HTTP, and would never be heard of again as such.
    private void connected(HttpConnection connection) {
        var remote = connection.remoteAddress();
        var text = remote == null ? null : remote.hostAddress();
        var address = text == null ? null : InetAddress.ofLiteral(text);
        var client = address == null ? Client.UNKNOWN : Client.of(address);
        boolean isTrusted = address != null && httpContext.proxies().trusts(address);
        var seat =
                front.connections()
                        .enter(client, !isTrusted && !httpContext.limits().spares(client));
        if (seat.place() == Place.NONE) {
            connection.close();
            return;
        }
        boolean isSpare = seat.place() == Place.SPARE;
        peers.put(connection, new Peer(address, client, isTrusted, isSpare));
        var handler = ((HttpServerConnection) connection).channelHandlerContext();
        patience.watch(handler);
        handler.channel()
                .closeFuture()
                .addListener(closed -> {
                    peers.remove(connection);
                    seat.leave();
                });
        if (isSpare) vertx.setTimer(SPARE_MILLIS, late -> connection.close());
    }

    private void handle(HttpServerRequest request) {
        var visit = new Visit(this, request);
        try {
            if (front.connections().hasSpares() && isSpare(request)) {
                hearOnce(visit);
                return;
            }
            for (var hot : hotRoutes) {
                if (hot.take(visit)) return;
            }
            route(visit);
        } catch (Throwable thrown) {
            visit.fail(thrown);
        }
    }

    private boolean isSpare(HttpServerRequest request) {
        var peer = peers.get(request.connection());
        return peer != null && peer.isSpare;
    }

    /// Whoever looks after this node learns how it is; all others are to come again.
    private void hearOnce(Visit visit) {
        visit.endsConnection();
        var match = httpContext.routes().find(visit.method(), visit.path());
        if (match instanceof Match.Found found && found.route().group() == RouteGroup.OPERATE) {
            enter(visit, found);
        } else {
            visit.refuse(Code.OVERLOADED);
        }
    }

    private void route(Visit visit) {
        switch (httpContext.routes().find(visit.method(), visit.path())) {
            case Match.Found found -> enter(visit, found);
            case Match.OtherMethods(String allowed) -> visit.answer(otherMethod(visit, allowed));
            case Match.None.NOTHING -> visit.answer(httpContext.routes().nothing(visit));
            case Match.None.BAD_ENCODING -> visit.fail(Problem.invalid("path", Flaw.NOT_DECODABLE));
        }
    }

    private void enter(Visit visit, Match.Found found) {
        visit.group(found.route().group());
        long seconds = visit.waitSeconds();
        if (seconds > 0) {
            visit.answer(Replies.rateLimited(seconds, visit.lang()));
        } else if (visit.method() == HttpMethod.GET || visit.method() == HttpMethod.HEAD) {
            call(visit, found, Buffer.buffer());
        } else {
            visit.onBody(body -> call(visit, found, body));
        }
    }

    private static void call(Visit visit, Match.Found found, Buffer body) {
        var call = new Call(visit, found.parameters(), body);
        visit.offload(() -> reply(found.route(), call));
    }

    /// Nobody has to remember to ask: the group of a route says whom it is for.
    private static Reply reply(Routes.Route route, Call call) throws InterruptedException {
        if (route.group().isForOperators()) call.operator();
        return route.endpoint().handle(call);
    }

    private static Reply otherMethod(Visit visit, String allowed) {
        var reply =
                visit.method() == HttpMethod.OPTIONS
                        ? Reply.empty(204)
                        : Replies.of(Code.METHOD_NOT_ALLOWED, visit.lang());
        return reply.with(HttpHeaders.ALLOW, allowed);
    }

    /// What is not HTTP, or has too long a line or header, ends its connection.
    private void refuseNonsense(HttpServerRequest request) {
        var visit = new Visit(this, request);
        visit.fail(Problem.invalid("request", Flaw.NOT_HTTP));
        request.connection().close();
    }
}
