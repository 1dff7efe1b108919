package dev.sluice.rehearsal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import com.sun.net.httpserver.HttpServer;
import dev.sluice.contracts.Soon;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// One buyer on several nodes, and an edit in the database that no node made.
@Timeout(600)
class ApartTest {

    private static final SecureRandom RANDOM = new SecureRandom();

    @TempDir Path folder;

    private final InstantSource clock = InstantSource.system();
    private final HttpClient client = HttpClient.newHttpClient();
    private final LinkedBlockingQueue<String> codes = new LinkedBlockingQueue<>();

    @Test
    void a_buyer_logs_in_on_one_node_and_buys_on_another() throws Exception {
        var messages = messages();
        var settings = new HashMap<>(Setup.REDIS_STREAMS_AND_POSTGRESQL.settings(name()));
        // A node that is only slow is no test's subject.
        settings.put("SLUICE_INTAKE_RESERVE_TIMEOUT", "60s");
        settings.put(
                "SLUICE_MESSAGES_WEBHOOK_URL",
                "http://127.0.0.1:" + messages.getAddress().getPort() + "/");
        try (var cluster = new Cluster(settings, folder, RANDOM)) {
            var node = cluster.nodes();
            var offer = publish(cluster, "none").getJsonArray("offers").getJsonObject(0);
            var path = "/offers/" + offer.getString("offerId");
            var account = new JsonObject().put("phone", "+8613800000001");
            at(node.get(0), "").post("/otp", account, 204);
            var code = codes.poll(60, TimeUnit.SECONDS);
            assertNotNull(code);
            account.put("otp", code).put("password", "correct horse").put("name", "Ann");
            at(node.get(1), "").post("/buyers", account, 201);
            account.remove("otp");
            account.remove("name");
            var session = at(node.get(2), "").post("/sessions", account, 201).getString("session");

            var challenge = at(node.get(0), session).get(path + "/challenge", 200);
            var answer = new JsonObject().put("challengeId", challenge.getString("challengeId"));
            answer.put("answer", "");
            var pass =
                    at(node.get(1), session).post(path + "/passes", answer, 201).getString("pass");
            at(node.get(2), session).post(path + "/passes", answer, 403);
            var quantity = new JsonObject().put("quantity", 1);
            var claim = at(node.get(2), session).post(path + "/claims/" + pass, quantity, 202);
            at(node.get(0), session).post(path + "/claims/" + pass, quantity, 200);
            var id = claim.getString("claimId");
            awaitWon(at(node.get(0), session), id);
            var orders = at(node.get(1), session).get("/orders", 200).getJsonArray("orders");
            assertEquals(1, orders.size());
            var order = "/orders/" + orders.getJsonObject(0).getString("orderId");
            at(node.get(2), session).get(order, 200);

            at(node.get(1), session).get("/me", 200);
            at(node.get(0), session).send("DELETE", "/sessions", "");
            awaitStatus(at(node.get(1), session), "/me", 401);
            awaitStatus(at(node.get(2), session), "/me", 401);
        } finally {
            messages.stop(0);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"REDIS_STREAMS_AND_POSTGRESQL", "RABBITMQ_AND_MARIADB"})
    void a_price_edited_in_the_database_shows_on_every_node(Setup setup) throws Exception {
        var settings = new HashMap<>(setup.settings(name()));
        settings.put("SLUICE_CAPTURE", "true");
        try (var cluster = new Cluster(settings, folder, RANDOM)) {
            var sale = publish(cluster, "none").getString("saleId");
            for (var node : cluster.nodes()) awaitPrice(node, sale, 19_900);

            var url = "jdbc:" + settings.get("SLUICE_SQL_URL");
            var user = settings.get("SLUICE_SQL_USER");
            var password = settings.get("SLUICE_SQL_PASSWORD");
            try (var connection = DriverManager.getConnection(url, user, password);
                    var statement = connection.createStatement()) {
                assertEquals(1, statement.executeUpdate("update offers set amount = 9900"));
            }

            for (var node : cluster.nodes()) awaitPrice(node, sale, 9_900);
        }
    }

    private static String name() {
        return "apart" + Long.toString(RANDOM.nextLong() & Long.MAX_VALUE, 36);
    }

    /// Takes the messages to buyers.
    private HttpServer messages() throws IOException {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var server = HttpServer.create(address, 0);
        server.createContext(
                "/",
                exchange -> {
                    var body = new String(exchange.getRequestBody().readAllBytes());
                    codes.add(new JsonObject(body).getString("code"));
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                });
        server.start();
        return server;
    }

    private JsonObject publish(Cluster cluster, String challenge) throws Exception {
        var node = cluster.nodes().getFirst();
        var product = new JsonObject().put("name", "Lamp").put("description", "It shines.");
        var operator = at(node, Cluster.KEY);
        var id = operator.insist("/admin/products", product, 201).getString("productId");
        var price = new JsonObject().put("amount", 19_900).put("currency", "CNY");
        var offer = new JsonObject().put("productId", id).put("price", price).put("stock", 5);
        var now = clock.instant();
        var sale =
                new JsonObject()
                        .put("title", "Apart")
                        .put("opensAt", now.toString())
                        .put("closesAt", now.plusSeconds(600).toString())
                        .put("challenge", challenge)
                        .put("offers", new JsonArray(List.of(offer)));
        var made = operator.insist("/admin/sales", sale, 201).getString("saleId");
        var publish = "/admin/sales/" + made + "/publish";
        var published = operator.insist(publish, new JsonObject(), 200);
        for (var other : cluster.nodes()) {
            awaitStatus(at(other, ""), "/sales/" + made, 200);
        }
        return published;
    }

    private void awaitPrice(URI node, String sale, int price) {
        Soon.until(
                node + " shows " + price,
                () -> {
                    var answer = at(node, "").send("GET", "/sales/" + sale, "");
                    if (answer.statusCode() != 200) return false;
                    var offers = new JsonObject(answer.body()).getJsonArray("offers");
                    var shown = offers.getJsonObject(0).getJsonObject("price");
                    return shown.getInteger("amount") == price;
                });
    }

    private static void awaitWon(Visitor buyer, String claim) {
        Soon.until(
                claim + " is won",
                () -> {
                    var seen = buyer.get("/claims/" + claim + "?wait=20", 200);
                    return seen.getString("status").equals("WON");
                });
    }

    private void awaitStatus(Visitor visitor, String path, int status) {
        Soon.until(
                path + " is " + status, () -> visitor.send("GET", path, "").statusCode() == status);
    }

    private Visitor at(URI node, String token) {
        return new Visitor(client, node, token);
    }

    /// Somebody at a node.
    ///
    /// @param token of a session or of the operator; empty for nobody's
    private record Visitor(HttpClient client, URI node, String token) {

        JsonObject get(String path, int status) throws Exception {
            var answer = send("GET", path, "");
            assertEquals(status, answer.statusCode(), path + answer.body());
            return new JsonObject(answer.body());
        }

        JsonObject post(String path, JsonObject body, int status) throws Exception {
            var answer = send("POST", path, body.encode());
            assertEquals(status, answer.statusCode(), path + answer.body());
            return answer.body().isEmpty() ? new JsonObject() : new JsonObject(answer.body());
        }

        /// As somebody does who is told that a part is away on a busy machine, and may ask again.
        JsonObject insist(String path, JsonObject body, int status) {
            var last = new AtomicReference<HttpResponse<String>>();
            Soon.until(
                    () -> path + " is there: " + last.get(),
                    () -> {
                        last.set(send("POST", path, body.encode()));
                        return last.get().statusCode() != 503;
                    });
            assertEquals(status, last.get().statusCode(), path + last.get().body());
            return new JsonObject(last.get().body());
        }

        HttpResponse<String> send(String method, String path, String body) throws Exception {
            var request =
                    HttpRequest.newBuilder(URI.create(node + "/api/v1" + path))
                            .timeout(Soon.LIMIT)
                            .header("Content-Type", "application/json")
                            .method(method, BodyPublishers.ofString(body));
            if (!token.isEmpty()) request.header("Authorization", "Bearer " + token);
            return client.send(request.build(), BodyHandlers.ofString());
        }
    }
}
