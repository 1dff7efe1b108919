package dev.sluice.server.payment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.contracts.Soon;
import dev.sluice.id.PaymentId;
import dev.sluice.id.RefundId;
import dev.sluice.port.Refunder.Answer;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Deposit;
import dev.sluice.sale.Deposit.Fate;
import dev.sluice.sale.Money;
import dev.sluice.sale.Refund;
import dev.sluice.sale.Refund.State;
import dev.sluice.server.config.StartFailure;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How a provider from outside is asked to send money back.
class ProviderRefunderTest {

    private static final String DONE =
            "{\"refund\":\"refund-r-7\",\"status\":\"DONE\","
                    + "\"amount\":{\"amount\":500,\"currency\":\"CNY\"}}";

    private HttpServer server;
    private Providers providers;
    private ProviderRefunder refunder;
    private volatile CountDownLatch silence = new CountDownLatch(0);
    private volatile int status = 200;
    private volatile String answer = DONE;
    private volatile String body = "";
    private volatile String key = "";
    private volatile String signature = "";

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", this::hear);
        server.start();
        var url = "http://127.0.0.1:" + server.getAddress().getPort() + "/refunds";
        providers = new Providers(config(url), new byte[32], () -> null);
        refunder = new ProviderRefunder(providers, Soon.LIMIT);
    }

    @AfterEach
    void stop() {
        refunder.close();
        server.stop(0);
    }

    @Test
    void a_provider_is_asked_with_a_signature_and_a_key() {
        assertInstanceOf(Answer.Done.class, refunder.ask(refund()));

        assertEquals(Set.of("acme"), refunder.providers());
        assertEquals("refund-r-7", key);
        assertTrue(body.contains("\"reference\":\"r-7\""), body);
        assertTrue(body.contains("\"paymentId\":\"" + new PaymentId(9) + "\""), body);
        assertTrue(body.contains("\"amount\":{\"amount\":500,\"currency\":\"CNY\"}"), body);
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        assertTrue(providers.find("acme").orElseThrow().hasSigned(bytes, signature));
    }

    @Test
    void only_the_same_key_and_amount_are_a_confirmation() {
        assertRefused(DONE.replace("500", "499"), "confirmed another amount: 499 CNY");
        assertRefused(DONE.replace("CNY", "USD"), "confirmed another amount: 500 USD");
        assertRefused(DONE.replace("r-7", "r-8"), "confirmed another refund");
        assertRefused(DONE.replace("DONE", "REFUSED"), "refused");
        assertRefused("OK", "answered 200 with what is no confirmation");
        assertRefused("", "answered 200 with what is no confirmation");
        status = 202;
        answer = DONE.replace("DONE", "PENDING");
        assertInstanceOf(Answer.NotYet.class, refunder.ask(refund()));
        status = 500;
        assertRefused(DONE, "answered 500");
    }

    @Test
    void a_provider_may_say_more_than_it_is_asked_for() {
        answer = DONE.replace("{\"refund\"", "{\"id\":\"re_1\",\"more\":[1,{}],\"refund\"");

        assertInstanceOf(Answer.Done.class, refunder.ask(refund()));
    }

    @Test
    void a_provider_that_is_not_there_leaves_the_outcome_unknown() {
        server.stop(0);

        assertThrows(Unavailable.class, () -> refunder.ask(refund()));
    }

    @Test
    @Timeout(30)
    void a_provider_that_begins_an_answer_and_never_ends_it_holds_nobody() {
        silence = new CountDownLatch(1);
        var hasty = new ProviderRefunder(providers, Duration.ofMillis(100));
        try (hasty) {
            assertThrows(Unavailable.class, () -> hasty.ask(refund()));
        } finally {
            silence.countDown();
        }
    }

    @Test
    void an_answer_without_end_is_no_confirmation() {
        answer = " ".repeat(20_000) + DONE;
        assertThrows(Unavailable.class, () -> refunder.ask(refund()));
        status = 500;
        assertRefused(answer, "answered 500");
    }

    @Test
    void a_refund_url_must_be_an_address() {
        for (var bad : new String[] {"refunds", "ftp://acme.example/", "https:///x", "a b"}) {
            var failure = assertThrows(StartFailure.class, () -> config(bad));
            assertTrue(failure.getMessage().contains("refund-url"), failure.getMessage());
        }
        assertEquals(
                Optional.of("sluice.payments.acme.refund-url"),
                PaymentConfig.settingOf("SLUICE_PAYMENTS_ACME_REFUND_URL"));
        assertEquals(Optional.empty(), config("").outside().get("acme").refundUrl());
    }

    private void assertRefused(String said, String why) {
        answer = said;
        assertEquals(new Answer.Refused(why), refunder.ask(refund()));
    }

    private void hear(HttpExchange exchange) throws IOException {
        body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        signature = exchange.getRequestHeaders().getFirst(Providers.SIGNATURE);
        var bytes = answer.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes, 0, bytes.length / 2);
        exchange.getResponseBody().flush();
        try {
            silence.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        exchange.getResponseBody().write(bytes, bytes.length / 2, bytes.length - bytes.length / 2);
        exchange.close();
    }

    private static PaymentConfig config(String refundUrl) {
        var values = new HashMap<String, String>();
        values.put("sluice.payments.acme.secret", "0123456789abcdef");
        values.put("sluice.payments.acme.pay-url", "https://acme.example/");
        values.put("sluice.payments.acme.refund-url", refundUrl);
        return PaymentConfig.of(Map.copyOf(values), false);
    }

    private static Refund refund() {
        var money =
                new Deposit(
                        "acme",
                        "r-7",
                        Optional.of(new PaymentId(9)),
                        Optional.empty(),
                        new Money(500, "CNY"),
                        Fate.SECOND,
                        Instant.EPOCH);
        return new Refund(
                new RefundId(1), money, State.PENDING, 0, Instant.EPOCH, Optional.empty(), "");
    }
}
