package dev.sluice.rehearsal;

import dev.sluice.rehearsal.TinyShop.Refusal;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// The part of the HTTP API that a rehearsal uses, in memory and on one event loop, with one
/// [PlantedFlaw]: something to show that the checks see what they should.
///
/// It has the shapes and codes of the real contract, but no limits of rate, no gate and no sums in
/// pictures. It remembers nothing when it is closed.
final class TinySluice implements AutoCloseable {

    static final String KEY = "tiny-key";

    private static final int TICK_MILLIS = 2;
    private static final int START_SECONDS_MAX = 120;
    private static final int FAULT_EVERY = 100;
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    /// What is followed by an id in a path.
    private static final Set<String> BEFORE_ID =
            Set.of("products", "sales", "offers", "claims", "orders", "payments");

    private final Vertx vertx;
    private final TinyShop shop;
    private final TinyLive live;
    private final Map<String, Consumer<TinyCall>> routes = new HashMap<>();
    private HttpServer server;
    private long buyersCalls;

    private TinySluice(PlantedFlaw flaw, InstantSource clock) {
        vertx = Vertx.vertx();
        live = new TinyLive();
        shop = new TinyShop(flaw, clock, live::tell);
        new TinyAdmin(shop).register(routes);
        new TinyBuying(shop, vertx).register(routes);
        new TinyOrders(shop).register(routes);
        route(
                "GET",
                "/health/live",
                call -> call.answer(200, new JsonObject().put("status", "UP")));
        route("GET", "/health/ready", this::ready);
        route(
                "GET",
                "/api/v1/live",
                _ -> {
                    throw TinyCall.invalid("Upgrade");
                });
    }

    /// Starts one on a free port of loopback.
    static TinySluice start(PlantedFlaw flaw, InstantSource clock) {
        var sluice = new TinySluice(flaw, clock);
        await(sluice.vertx.deployVerticle(sluice.new Loop()));
        return sluice;
    }

    /// Whether its flaw has shown itself yet.
    boolean hasActed() {
        return shop.hasActed();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + server.actualPort());
    }

    @Override
    public void close() {
        await(vertx.close());
    }

    private static void await(Future<?> future) {
        future.toCompletionStage()
                .toCompletableFuture()
                .orTimeout(START_SECONDS_MAX, TimeUnit.SECONDS)
                .join();
    }

    /// The one event loop on which everything happens.
    private final class Loop extends VerticleBase {
        @Override
        public Future<?> start() {
            vertx.setPeriodic(TICK_MILLIS, _ -> shop.tick());
            server =
                    vertx.createHttpServer()
                            .requestHandler(TinySluice.this::receive)
                            .webSocketHandshakeHandler(handshake -> {
                                if (handshake.path().equals("/api/v1/live")) {
                                    handshake.accept();
                                } else {
                                    handshake.reject(404);
                                }
                            })
                            .webSocketHandler(socket -> live.open(shop, socket));
            return server.listen(0, "127.0.0.1");
        }
    }

    private void route(String method, String path, Consumer<TinyCall> route) {
        routes.put(method + " " + path, route);
    }

    private void ready(TinyCall call) {
        var checks = new JsonObject();
        for (var name : List.of("orderBook", "fastStore", "queue", "broadcast")) {
            checks.put(name, "UP");
        }
        call.answer(200, new JsonObject().put("status", "UP").put("checks", checks));
    }

    private void receive(HttpServerRequest request) {
        var ids = new ArrayList<String>();
        var shape = shape(request.path(), ids);
        Promise<Buffer> body = Promise.promise();
        if (request.method().name().equals("GET")) body.complete(Buffer.buffer());
        else request.body().onComplete(body);
        body.future().onSuccess(bytes -> serve(shape, new TinyCall(request, ids, bytes)));
    }

    /// The path with a star for each id.
    private static String shape(String path, List<String> ids) {
        if (path == null) return "";
        var shape = new StringBuilder();
        var before = "";
        for (var part : path.substring(1).split("/", -1)) {
            boolean isId = BEFORE_ID.contains(before);
            if (isId) ids.add(part);
            shape.append('/').append(isId ? "*" : part);
            before = isId ? "" : part;
        }
        return shape.toString();
    }

    private void serve(String shape, TinyCall call) {
        try {
            var method = call.request().method().name();
            var route = routes.get(method + " " + shape);
            if (route == null) throw missing(call, shape);
            for (var id : call.ids()) {
                if (!ID.matcher(id).matches()) throw TinyCall.invalid("path");
            }
            boolean isBuyers = shape.startsWith("/api/v1/offers") || shape.contains("/claims/");
            boolean isDue = isBuyers && ++buyersCalls % FAULT_EVERY == 0;
            if (isDue && shop.acts(PlantedFlaw.ANSWERS_500_SOMETIMES)) {
                throw new Refusal(500, "BUG");
            }
            route.accept(call);
        } catch (Refusal refusal) {
            call.refuse(refusal);
        }
    }

    private Refusal missing(TinyCall call, String shape) {
        for (var method : List.of("GET", "POST")) {
            if (!routes.containsKey(method + " " + shape)) continue;
            call.request().response().putHeader("Allow", method);
            return new Refusal(405, "METHOD_NOT_ALLOWED");
        }
        return new Refusal(404, "NOT_FOUND");
    }
}
