package dev.sluice.bench;

import dev.sluice.process.ServerProcess;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The operator's calls of the HTTP API, as far as a bench needs them.
final class Operator implements AutoCloseable {
    private static final Duration CALL_MAX = Duration.ofSeconds(120);
    private static final Duration SALE_LENGTH = Duration.ofHours(6);
    private static final int BUYERS_PER_CALL_MAX = 100_000;

    record OpenSale(String saleId, String offerId) {}

    /// @param refused since the start of the server, by problem code
    record Stats(long queueDepth, Map<String, Long> refused) {}

    record Audit(long stock, long free, long held, long ordered, boolean balanced) {}

    private final ServerProcess server;
    private final String key;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    Operator(ServerProcess server, String key) {
        this.server = server;
        this.key = key;
    }

    /// A published sale with one offer that is open now and needs no challenge.
    OpenSale openSale(int stock) throws IOException, InterruptedException {
        var product = new JsonObject().put("name", "Bench").put("description", "A unit");
        var price = new JsonObject().put("amount", 100).put("currency", "CNY");
        var offer =
                new JsonObject()
                        .put("productId", post("products", product).getString("productId"))
                        .put("price", price)
                        .put("stock", stock)
                        .put("perBuyer", 1);
        var now = Instant.now();
        var sale =
                new JsonObject()
                        .put("title", "Bench")
                        .put("opensAt", now.minusSeconds(1).toString())
                        .put("closesAt", now.plus(SALE_LENGTH).toString())
                        .put("challenge", "none")
                        .put("payWithinSeconds", Duration.ofDays(1).toSeconds())
                        .put("offers", new JsonArray().add(offer));
        var made = post("sales", sale);
        var saleId = made.getString("saleId");
        post("sales/" + saleId + "/publish", new JsonObject());
        var offerId = made.getJsonArray("offers").getJsonObject(0).getString("offerId");
        return new OpenSale(saleId, offerId);
    }

    /// New buyers, each a line of session, tab and pass for the offer, in pages.
    List<String> buyers(int count, String offerId) throws IOException, InterruptedException {
        var pages = new ArrayList<String>();
        for (int left = count; left > 0; left -= BUYERS_PER_CALL_MAX) {
            var wanted = new JsonObject();
            wanted.put("count", Math.min(left, BUYERS_PER_CALL_MAX)).put("offerId", offerId);
            pages.add(call("POST", "rehearsal/buyers", wanted.encode()));
        }
        return pages;
    }

    Stats stats(OpenSale sale) throws IOException, InterruptedException {
        var stats = new JsonObject(call("GET", "sales/" + sale.saleId() + "/stats", ""));
        var refused = new TreeMap<String, Long>();
        for (var entry : stats.getJsonObject("totals").getJsonObject("refused")) {
            refused.put(entry.getKey(), ((Number) entry.getValue()).longValue());
        }
        return new Stats(stats.getLong("queueDepth"), refused);
    }

    Audit audit(OpenSale sale) throws IOException, InterruptedException {
        var audit = new JsonObject(call("GET", "offers/" + sale.offerId() + "/audit", ""));
        return new Audit(
                audit.getLong("stock"),
                audit.getLong("free"),
                audit.getLong("held"),
                audit.getLong("unpaid") + audit.getLong("paid"),
                audit.getBoolean("balanced"));
    }

    void holdSettlement(boolean hold) throws IOException, InterruptedException {
        call("PUT", "switches", new JsonObject().put("holdSettlement", hold).encode());
    }

    @Override
    public void close() {
        client.close();
    }

    private JsonObject post(String path, JsonObject body) throws IOException, InterruptedException {
        return new JsonObject(call("POST", path, body.encode()));
    }

    private String call(String method, String path, String body)
            throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(server.address().resolve("/api/v1/admin/" + path))
                        .timeout(CALL_MAX)
                        .header("Authorization", "Bearer " + key)
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body));
        var answer = client.send(request.build(), BodyHandlers.ofString());
        if (answer.statusCode() / 100 == 2) return answer.body();
        throw new BenchFailure(
                method
                        + " /admin/"
                        + path
                        + " answered "
                        + answer.statusCode()
                        + ": "
                        + answer.body());
    }
}
