package dev.sluice.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Soon;
import dev.sluice.id.BuyerId;
import dev.sluice.port.Unavailable;
import dev.sluice.server.MemoryPorts;
import dev.sluice.server.Settings;
import dev.sluice.server.access.Limits;
import dev.sluice.server.access.Operators;
import dev.sluice.server.access.Proxies;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.access.Sessions;
import dev.sluice.server.metrics.Metrics;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The front alone, with routes made for the test.
class FrontTest {

    private static final String KEY = "test-operator-key";

    private final MemoryPorts memory = new MemoryPorts();
    private final HttpClient client = HttpClient.newHttpClient();
    private final Metrics metrics = new Metrics();
    private final CountDownLatch release = new CountDownLatch(1);
    private Sessions sessions;
    private Workers workers;
    private Front front;

    @BeforeEach
    void start() {
        var values = new HashMap<String, String>();
        values.put("sluice.server.port", "0");
        values.put("sluice.server.in-flight-max", "4");
        values.put("sluice.limits.pass.buyer", "6h/2");
        values.put("sluice.limits.otp.address", "6h/1");
        values.put("sluice.limits.page.address", "off");
        var settings = Settings.of(values);
        var random = new SecureRandom();
        sessions =
                new Sessions(
                        memory.accounts,
                        memory.broadcast,
                        new byte[32],
                        InstantSource.system(),
                        random);
        workers = new Workers(settings.server().inFlightMax());
        front =
                new Front(
                        new HttpContext(
                                settings.server(),
                                routes(),
                                new Limits(settings.limits(), false, System::nanoTime),
                                sessions,
                                new Operators(KEY, InstantSource.system(), random),
                                Proxies.parse("127.0.0.1"),
                                workers,
                                metrics,
                                new Faults(random, metrics, System::nanoTime)),
                        System::nanoTime);
        front.start();
    }

    @AfterEach
    void stop() {
        release.countDown();
        front.close();
        workers.close();
    }

    private Routes routes() {
        return new Routes()
                .hot(new HotThings())
                .get("/things/{id}", RouteGroup.PAGE, call -> echo(call.parameter("id")))
                .get("/search", RouteGroup.PAGE, call -> echo("" + page(call.query("page"))))
                .post(
                        "/things",
                        RouteGroup.PAGE,
                        call -> echo(call.body("name").text("name", 1, 9)))
                .get("/me", RouteGroup.PAGE, call -> echo(call.buyer().toString()))
                .post("/me", RouteGroup.PAGE, call -> echo(call.buyer().toString()))
                .post("/passes", RouteGroup.PASS, call -> echo(call.buyer().toString()))
                .get("/otp", RouteGroup.OTP, call -> echo("sent"))
                .get("/admin", RouteGroup.ADMIN, FrontTest::admin)
                .get("/client", RouteGroup.PAGE, call -> echo(call.client().address()))
                .get("/bug", RouteGroup.PAGE, call -> bug())
                .get("/gone", RouteGroup.PAGE, call -> gone())
                .get("/slow", RouteGroup.PAGE, call -> slow());
    }

    private static long page(Query query) {
        return query.integer("page", 1, 9, 1);
    }

    private static Reply echo(String text) {
        return Reply.json(200, out -> out.text("echo", text));
    }

    private static Reply admin(Call call) {
        call.operator();
        return echo("operator");
    }

    private static Reply bug() {
        throw new IllegalStateException("a secret of ours");
    }

    private static Reply gone() {
        throw new Unavailable("the store is gone", null);
    }

    private Reply slow() throws InterruptedException {
        release.await();
        return echo("slow");
    }

    @Test
    void a_route_gets_its_named_segments_decoded() {
        assertEquals("{\"echo\":\"a b/é\"}", get("/things/a%20b%2F%C3%A9").body());
    }

    @Test
    void an_unknown_path_is_not_found() {
        var answer = get("/nothing");

        assertEquals(404, answer.statusCode());
        assertTrue(answer.body().contains("\"code\":\"NOT_FOUND\""), answer.body());
        assertEquals(Reply.PROBLEM, header(answer, "content-type"));
    }

    @Test
    void another_method_is_refused_and_the_right_ones_are_named() {
        var answer = send("PUT", "/things", "{}");

        assertEquals(405, answer.statusCode());
        assertEquals("POST, OPTIONS", header(answer, "allow"));
    }

    @Test
    void options_names_the_methods() {
        var answer = send("OPTIONS", "/things/1", "");

        assertEquals(204, answer.statusCode());
        assertEquals("GET, HEAD, OPTIONS", header(answer, "allow"));
    }

    @Test
    void head_answers_like_get_without_the_body() {
        var answer = send("HEAD", "/things/1", "");

        assertEquals(200, answer.statusCode());
        assertEquals("", answer.body());
        assertEquals("12", header(answer, "content-length"));
    }

    @Test
    void a_bad_encoding_in_the_path_is_invalid() {
        assertInvalid(
                "path", raw("GET /things/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
        assertInvalid(
                "path", raw("GET /things/%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"));
    }

    @Test
    void what_is_not_http_is_invalid() {
        assertInvalid("request", raw("HELLO\r\n\r\n"));
        var line = "GET /" + "x".repeat(10_000) + " HTTP/1.1\r\n\r\n";
        assertInvalid("request", raw(line));
        var headers = "GET / HTTP/1.1\r\nX: " + "x".repeat(20_000) + "\r\n\r\n";
        assertInvalid("request", raw(headers));
    }

    @Test
    void a_bad_query_parameter_is_invalid_and_an_unknown_one_passed_over() {
        assertEquals("{\"echo\":\"3\"}", get("/search?page=3").body());
        assertEquals("{\"echo\":\"1\"}", get("/search?utm=3").body());
        assertInvalid("page", get("/search?page=three").body());
        assertInvalid("page", get("/search?page=10").body());
        assertInvalid("page", get("/search?page=1&page=2").body());
    }

    @Test
    void a_body_over_the_limit_is_invalid_and_the_connection_lives_on() {
        var large = "{\"name\":\"" + "x".repeat(100_000) + "\"}";

        assertInvalid("body", send("POST", "/things", large).body());
        assertEquals(200, send("POST", "/things", "{\"name\":\"ann\"}").statusCode());
    }

    @Test
    void json_is_json_whatever_its_content_type_says() {
        var form = request("/things").header("content-type", "text/plain");
        var body = "{\"name\":\"ann\"}";

        assertEquals(200, send(form.POST(BodyPublishers.ofString(body))).statusCode());
        assertEquals(200, send("POST", "/things", body).statusCode());
    }

    @Test
    void a_bug_is_answered_with_a_number_and_nothing_else() {
        var answer = get("/bug");

        assertEquals(500, answer.statusCode());
        assertTrue(answer.body().contains("INTERNAL"), answer.body());
        assertFalse(answer.body().contains("secret"), answer.body());
        assertTrue(metrics.text().contains("sluice_bugs_total 1"));
    }

    @Test
    void a_dependency_that_is_gone_is_unavailable_for_a_while() {
        var answer = get("/gone");

        assertEquals(503, answer.statusCode());
        assertEquals("1", header(answer, "retry-after"));
        assertTrue(answer.body().contains("UNAVAILABLE"), answer.body());
    }

    @Test
    void beyond_the_requests_in_flight_one_more_is_overloaded() throws Exception {
        for (int i = 0; i < 4; i++) {
            client.sendAsync(request("/slow").build(), BodyHandlers.ofString());
        }
        Soon.until("four are in flight", () -> workers.inFlight() == 4);

        var answer = get("/things/1");

        assertEquals(503, answer.statusCode());
        assertTrue(answer.body().contains("OVERLOADED"), answer.body());
        assertEquals("1", header(answer, "retry-after"));
    }

    @Test
    void answers_follow_the_language_of_the_client() {
        var answer = send(request("/hot/x").header("accept-language", "fr, zh-TW;q=0.8, en;q=0.5"));

        assertTrue(answer.body().contains("已售罄"), answer.body());
        assertEquals("zh-CN", header(answer, "content-language"));
    }

    @Test
    void a_hot_route_is_answered_from_ready_bytes() {
        for (int i = 0; i < 100; i++) {
            var answer = get("/hot/x");
            assertEquals(410, answer.statusCode());
            assertTrue(answer.body().contains("SOLD_OUT"), answer.body());
        }
    }

    @Test
    void what_a_hot_route_leaves_alone_is_answered_by_the_table() {
        assertEquals("{\"echo\":\"not hot\"}", get("/hot/left").body());
    }

    @Test
    void every_answer_has_the_security_headers() {
        for (var path : List.of("/nothing", "/things/1", "/hot/x", "/bug")) {
            var answer = get(path);
            assertEquals("nosniff", header(answer, "x-content-type-options"), path);
            assertEquals("no-referrer", header(answer, "referrer-policy"), path);
            assertEquals("no-store", header(answer, "cache-control"), path);
            assertFalse(answer.headers().map().containsKey("server"), path);
        }
    }

    @Test
    void a_buyer_is_known_by_header_or_cookie() {
        var token = sessions.open(new BuyerId(7)).token();

        assertEquals(401, get("/me").statusCode());
        assertEquals(401, send(request("/me").header("authorization", "Bearer x")).statusCode());
        assertEquals(
                200, send(request("/me").header("authorization", "Bearer " + token)).statusCode());
        assertEquals(
                200, send(request("/me").header("cookie", "sluice_session=" + token)).statusCode());
    }

    @Test
    void a_change_by_cookie_needs_the_csrf_header() {
        var token = sessions.open(new BuyerId(7)).token();
        var nobody = BodyPublishers.noBody();
        var byCookie = request("/me").header("cookie", "sluice_session=" + token).POST(nobody);

        assertTrue(send(byCookie).body().contains("CSRF_MISSING"));
        assertEquals(200, send(byCookie.header("x-sluice-csrf", "1")).statusCode());
    }

    @Test
    void an_operator_is_known_by_key_or_session() {
        var operators = new Operators(KEY, InstantSource.system(), new SecureRandom());

        assertEquals(401, get("/admin").statusCode());
        assertEquals(
                401, send(request("/admin").header("authorization", "Bearer no")).statusCode());
        for (var token : List.of(KEY, operators.open())) {
            var byHeader = request("/admin").header("authorization", "Bearer " + token);
            assertEquals(200, send(byHeader).statusCode());
        }
    }

    @Test
    void a_buyer_who_hammers_is_told_when_to_come_again() {
        var hasty = sessions.open(new BuyerId(7)).token();
        var other = sessions.open(new BuyerId(8)).token();

        var statuses =
                List.of(
                        pass(hasty).statusCode(),
                        pass(hasty).statusCode(),
                        pass(hasty).statusCode());

        assertEquals(List.of(200, 200, 429), statuses);
        int wait = Integer.parseInt(header(pass(hasty), "retry-after"));
        assertTrue(wait >= 1 && wait <= 600, () -> "told to wait for " + wait);
        assertEquals(200, pass(other).statusCode());
    }

    @Test
    void an_address_that_hammers_costs_other_addresses_nothing() {
        assertEquals(200, otp("192.0.2.1").statusCode());
        assertEquals(429, otp("192.0.2.1").statusCode());
        assertEquals(200, otp("192.0.2.2").statusCode());
    }

    @Test
    void the_client_behind_a_trusted_proxy_is_the_last_untrusted_hop() {
        var forged = request("/client").header("x-forwarded-for", "10.9.9.9, 192.0.2.7, 127.0.0.1");

        assertEquals("{\"echo\":\"192.0.2.7\"}", send(forged).body());
    }

    private HttpResponse<String> otp(String address) {
        return send(request("/otp").header("x-forwarded-for", address));
    }

    private HttpResponse<String> pass(String token) {
        var request = request("/passes").header("authorization", "Bearer " + token);
        return send(request.POST(BodyPublishers.noBody()));
    }

    private static void assertInvalid(String field, String answer) {
        assertTrue(answer.contains("\"code\":\"INVALID\""), answer);
        assertTrue(answer.contains("\"field\":\"" + field + "\""), answer);
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + front.port() + path));
    }

    private HttpResponse<String> get(String path) {
        return send(request(path));
    }

    private HttpResponse<String> send(String method, String path, String body) {
        return send(request(path).method(method, BodyPublishers.ofString(body)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (java.io.IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// What the server answers to these bytes, until it closes the connection.
    private String raw(String text) {
        try (var socket = new java.net.Socket("127.0.0.1", front.port())) {
            socket.setSoTimeout(Math.toIntExact(dev.sluice.contracts.Soon.LIMIT.toMillis()));
            socket.getOutputStream().write(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes());
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }
}
