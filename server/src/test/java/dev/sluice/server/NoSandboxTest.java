package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.config.StartFailure;
import dev.sluice.server.json.Code;
import dev.sluice.server.payment.PaymentConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NoSandboxTest extends ShopTest {

    @Override
    public Map<String, String> settings() {
        var settings = super.settings();
        settings.put("sluice.payments.no-sandbox", "true");
        return settings;
    }

    @Test
    void without_the_sandbox_nobody_pays_with_a_button() {
        var ann = shopper();
        var path = "/orders/" + order(ann, offer(1)) + "/payments";

        as(ann).post(path, Map.of("method", "sandbox")).isInvalid("method");
        api.post("/payments/notify/sandbox", "{}").is(Code.NO_SUCH_PROVIDER);
        api.root().get("/sandbox/payments/0ns8f7a9c3d1g").is(Code.NOT_FOUND);
        api.root().post("/sandbox/payments/0ns8f7a9c3d1g/pay").is(Code.NOT_FOUND);
    }

    @Test
    void a_provider_can_be_set_in_the_environment() {
        var settings =
                CommandLine.settings(
                        List.of(),
                        Map.of(
                                "SLUICE_PAYMENTS_ACME_PAY_SECRET",
                                "0123456789abcdef",
                                "SLUICE_PAYMENTS_ACME_PAY_PAY_URL",
                                "https://acme.example/"));

        var acme = settings.payments().outside().get("acme-pay");
        assertEquals("0123456789abcdef", acme.secret());
        assertEquals("https://acme.example/", acme.payUrl());
        assertEquals(Optional.empty(), PaymentConfig.settingOf("SLUICE_PAYMENTS_NO_SANDBOX"));
    }

    @Test
    void a_provider_with_half_its_settings_is_refused() {
        assertRefused(Map.of("sluice.payments.acme.secret", "0123456789abcdef"), "pay-url");
        assertRefused(Map.of("sluice.payments.acme.pay-url", "https://a.example/"), "secret");
        assertRefused(Map.of("sluice.payments.sandbox.secret", "0123456789abcdef"), "taken");
    }

    private static void assertRefused(Map<String, String> values, String because) {
        var failure = assertThrows(StartFailure.class, () -> Settings.of(values));
        assertTrue(failure.getMessage().contains(because), failure.getMessage());
    }
}
