package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Soon;
import dev.sluice.contracts.Thorough;
import dev.sluice.server.audit.AuditCommand;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Kills the real process at random moments while it sells, starts it again, and compares what
/// buyers were told with the order book.
class CrashTest {

    private static final int KILLS = Thorough.times(5, 21);
    private static final int STOCK = 9_000;
    private static final int BUYERS = 12_000;
    private static final int CLIENTS = 24;
    private static final String API = "/api/v1";

    /// A buyer with a pass.
    private record Ticket(String session, String pass) {}

    /// Claims that were acknowledged, by the buyer's ticket.
    private final Map<Ticket, String> queued = new ConcurrentHashMap<>();

    private final Map<Ticket, Integer> refused = new ConcurrentHashMap<>();
    private final Deque<Ticket> waiting = new ArrayDeque<>();

    @TempDir Path data;
    @TempDir Path folder;

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    void nothing_that_was_acknowledged_is_lost_when_the_process_is_killed() throws Exception {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        var random = new SplittableRandom(seed);
        var offer = "";
        for (int kill = 0; kill < KILLS; kill++) {
            try (var server = start()) {
                if (kill == 0) offer = open(server);
                sellUntilKilled(server, offer, 50 + random.nextInt(450));
            }
        }
        try (var server = start()) {
            sellToTheEnd(server, offer);
            judge(server, offer);
        }
        assertEquals(0, AuditCommand.run(List.of("--data", data.toString()), Map.of(), System.out));
    }

    private ServerApart start() throws IOException, InterruptedException {
        var settings = folder.resolve("settings");
        // All passes are made at the beginning, and a busy machine takes its time to start.
        Files.writeString(settings, "sluice.intake.pass-lifetime=1h\n");
        var config = "--config=" + settings;
        return ServerApart.start(data, "--port", "0", "--rehearsal", "--no-demo", config);
    }

    private String open(ServerApart server) throws Exception {
        var product =
                admin(
                        server,
                        "/products",
                        new JsonObject().put("name", "Lamp").put("description", ""));
        var offer =
                new JsonObject()
                        .put("productId", product.getString("productId"))
                        .put("price", new JsonObject().put("amount", 100).put("currency", "CNY"))
                        .put("stock", STOCK);
        var now = InstantSource.system().instant();
        var sale =
                admin(
                        server,
                        "/sales",
                        new JsonObject()
                                .put("title", "Crash")
                                .put("opensAt", now.minusSeconds(60).toString())
                                .put("closesAt", now.plus(1, ChronoUnit.DAYS).toString())
                                .put("challenge", "none")
                                .put("offers", new JsonArray().add(offer)));
        admin(server, "/sales/" + sale.getString("saleId") + "/publish", new JsonObject());
        var offerId = sale.getJsonArray("offers").getJsonObject(0).getString("offerId");
        var crowd = new JsonObject().put("count", BUYERS).put("offerId", offerId);
        var lines = server.post(API + "/admin/rehearsal/buyers", ServerApart.KEY, crowd.encode());
        assertEquals(200, lines.statusCode(), lines::body);
        for (var line : lines.body().lines().toList()) {
            var parts = line.split("\t");
            waiting.add(new Ticket(parts[0], parts[1]));
        }
        return offerId;
    }

    /// Many clients claim until the process dies. Whoever got no answer asks again in the next
    /// life.
    private void sellUntilKilled(ServerApart server, String offer, int millis) throws Exception {
        var clients = new ArrayList<Thread>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(Thread.ofVirtual().start(() -> sell(server, offer)));
        }
        server.stayUp(Duration.ofMillis(millis));
        server.kill();
        for (var client : clients) client.join();
    }

    private void sell(ServerApart server, String offer) {
        for (var ticket = next(); ticket != null; ticket = next()) {
            try {
                claim(server, offer, ticket);
            } catch (IOException | InterruptedException killed) {
                giveBack(ticket);
                return;
            }
        }
    }

    private Ticket next() {
        synchronized (waiting) {
            return waiting.poll();
        }
    }

    private void giveBack(Ticket ticket) {
        synchronized (waiting) {
            waiting.addFirst(ticket);
        }
    }

    private void claim(ServerApart server, String offer, Ticket ticket)
            throws IOException, InterruptedException {
        var path = API + "/offers/" + offer + "/claims/" + ticket.pass;
        var answer = server.post(path, ticket.session, "{\"quantity\":1}");
        switch (answer.statusCode()) {
            case 200, 202 -> queued.put(ticket, new JsonObject(answer.body()).getString("claimId"));
            case 410 -> refused.put(ticket, 410);
            default -> giveBack(ticket);
        }
    }

    private void sellToTheEnd(ServerApart server, String offer) throws Exception {
        var clients = new ArrayList<Thread>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(Thread.ofVirtual().start(() -> sell(server, offer)));
        }
        for (var client : clients) client.join();
    }

    private void judge(ServerApart server, String offer) throws Exception {
        var orders = new HashSet<String>();
        for (var told : queued.entrySet()) {
            var claim = ended(server, told.getValue(), told.getKey());
            assertEquals("WON", claim.getString("status"), claim::encode);
            assertTrue(orders.add(claim.getString("orderId")), "one order for two claims");
        }
        assertEquals(STOCK, orders.size(), "every unit is sold, each to somebody who was told so");
        assertEquals(BUYERS - STOCK, refused.size(), "the others were told that it is sold out");
        var path = API + "/admin/offers/" + offer + "/audit";
        var audit = new JsonObject(server.get(path, ServerApart.KEY).body());
        assertTrue(audit.getBoolean("balanced"), audit::encode);
        assertEquals(STOCK, audit.getInteger("unpaid"), audit::encode);
        assertEquals(0, audit.getInteger("held"), audit::encode);
        assertEquals(0, audit.getInteger("free"), audit::encode);
    }

    /// The claim once it is not queued any more.
    private static JsonObject ended(ServerApart server, String claim, Ticket ticket) {
        var found = new AtomicReference<JsonObject>();
        Soon.until(
                () -> "the claim ends: " + found.get(),
                () -> {
                    var path = API + "/claims/" + claim + "?wait=10";
                    found.set(new JsonObject(server.get(path, ticket.session).body()));
                    return !"QUEUED".equals(found.get().getString("status"));
                });
        return found.get();
    }

    private static JsonObject admin(ServerApart server, String path, JsonObject body)
            throws IOException, InterruptedException {
        var answer = server.post(API + "/admin" + path, ServerApart.KEY, body.encode());
        assertTrue(answer.statusCode() < 300, answer::body);
        return new JsonObject(answer.body());
    }
}
