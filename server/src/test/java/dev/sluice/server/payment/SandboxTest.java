package dev.sluice.server.payment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Soon;
import dev.sluice.server.Garbage;
import dev.sluice.server.ShopTest;
import dev.sluice.server.json.Code;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class SandboxTest extends ShopTest {

    @Test
    void a_buyer_pays_on_the_page() {
        var ann = shopper();
        var order = order(ann, offer(1));
        var page = start(ann, order);

        var before = api.root().get(page).is(200);
        press(page, "pay");
        var after = api.root().get(page).is(200);

        assertTrue(before.body().contains("1999.00 CNY"), before::body);
        assertTrue(before.body().contains("Phone &lt;X&gt;"), before::body);
        assertTrue(before.body().contains(order), before::body);
        assertTrue(before.body().contains("action=\"" + page + "/pay\""), before::body);
        assertFalse(before.body().contains("<script"), before::body);
        var policy = before.header("Content-Security-Policy").orElseThrow();
        assertTrue(policy.startsWith("default-src 'none'"), policy);
        assertFalse(after.body().contains("<form"), after::body);
        assertTrue(after.body().contains("Paid. Thank you."), after::body);
        assertEquals("PAID", status(ann, order));
        press(page, "pay");
        press(page, "refuse");
        assertEquals("PAID", status(ann, order));
    }

    @Test
    void a_buyer_refuses_and_tries_again() {
        var ann = shopper();
        var order = order(ann, offer(1));
        var page = start(ann, order);

        press(page, "refuse");
        press(page, "pay");

        assertTrue(api.root().get(page).body().contains("Refused."));
        assertEquals("UNPAID", status(ann, order));
        press(start(ann, order), "pay");
        assertEquals("PAID", status(ann, order));
    }

    @Test
    void the_page_speaks_chinese_too() {
        var ann = shopper();
        var page = start(ann, order(ann, offer(1)));
        var chinese = api.root().with("Accept-Language", "zh-CN");

        assertTrue(chinese.get(page).body().contains("拒绝支付"));
        press(page, "pay");
        assertTrue(chinese.get(page).body().contains("支付成功"));
    }

    @Test
    void the_page_says_what_became_of_late_money() {
        var ann = shopper();
        var bob = shopper();
        var offer = offer(1);
        var order = order(ann, offer);
        var page = start(ann, order);
        clock.advance(PAY_WITHIN);
        await(() -> status(ann, order).equals("EXPIRED"));
        assertTrue(api.root().get(page).body().contains("no longer unpaid"));
        awaitFree(offer, 1);
        order(bob, offer);

        press(page, "pay");

        assertTrue(api.root().get(page).body().contains("The money went back."));
        assertEquals("REFUNDED", status(ann, order));
    }

    @Test
    void what_is_in_the_form_is_ignored() {
        var ann = shopper();
        var order = order(ann, offer(1));
        var page = start(ann, order);
        var form = api.root().with("Content-Type", "application/x-www-form-urlencoded");

        form.send("POST", page + "/pay", "a=1&amount=0".getBytes(StandardCharsets.UTF_8)).is(303);

        assertEquals("PAID", status(ann, order));
    }

    @Test
    void an_unknown_payment_has_no_page() {
        var root = api.root();

        root.get("/sandbox/payments/0ns8f7a9c3d1g").is(Code.NO_SUCH_PAYMENT);
        root.post("/sandbox/payments/0ns8f7a9c3d1g/pay").is(Code.NO_SUCH_PAYMENT);
        root.post("/sandbox/payments/x/refuse").is(Code.NO_SUCH_PAYMENT);
        root.get("/sandbox/payments/x.y").isInvalid("paymentId");
    }

    @Test
    void a_notice_that_is_not_answered_is_sent_again() throws Exception {
        var statuses = Collections.synchronizedList(new ArrayList<>(List.of(503, 429, 200)));
        var bodies = Collections.synchronizedList(new ArrayList<String>());
        var server = com.sun.net.httpserver.HttpServer.create(new InetSocketAddress(0), 0);
        server.createContext(
                "/",
                exchange -> {
                    bodies.add(new String(exchange.getRequestBody().readAllBytes()));
                    exchange.sendResponseHeaders(statuses.removeFirst(), -1);
                    exchange.close();
                });
        server.start();
        var target = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
        try (var callback = new SandboxCallback(sandbox(), () -> target, Soon.LIMIT)) {
            assertTrue(callback.deliver("notice".getBytes(StandardCharsets.UTF_8)));
        } finally {
            server.stop(0);
        }

        assertEquals(List.of("notice", "notice", "notice"), bodies);
    }

    @Test
    void a_notice_that_nobody_takes_is_given_up_and_one_that_is_refused_is_not_repeated()
            throws Exception {
        var nowhere = URI.create("http://127.0.0.1:1/");
        try (var callback = new SandboxCallback(sandbox(), () -> nowhere)) {
            assertFalse(callback.deliver(new byte[1]));
        }
        var refusing = SandboxCallback.target("0.0.0.0", api.port());
        try (var callback = new SandboxCallback(sandbox(), () -> refusing)) {
            assertTrue(callback.deliver("{}".getBytes(StandardCharsets.UTF_8)));
        }
    }

    @TestFactory
    Stream<DynamicTest> garbage_is_refused() {
        var root = api.root();
        return Stream.of(
                        Garbage.to(root, "GET", "/sandbox/payments/0ns8f7a9c3d1g"),
                        Garbage.to(root, "POST", "/sandbox/payments/0ns8f7a9c3d1g/pay"),
                        Garbage.to(root, "POST", "/sandbox/payments/0ns8f7a9c3d1g/refuse"))
                .flatMap(Garbage::tests);
    }

    private Providers.Provider sandbox() throws IOException {
        var config = new PaymentConfig(true, Map.of());
        return new Providers(config, new byte[32], () -> null).find("sandbox").orElseThrow();
    }

    private String start(Shopper shopper, String order) {
        var path = "/orders/" + order + "/payments";
        return as(shopper).post(path, Map.of("method", "sandbox")).is(201).text("payUrl");
    }

    private void press(String page, String button) {
        var answer = api.root().post(page + "/" + button).is(303);
        assertEquals(page, answer.header("Location").orElseThrow());
    }
}
