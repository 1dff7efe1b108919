package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// A shop with a payment provider of its own beside the sandbox.
class PayMethodsInBrowserTest extends ShopViews {

    @Override
    public Map<String, String> settings() {
        var settings = new HashMap<>(super.settings());
        settings.put("sluice.payments.acme.secret", "a secret of the provider acme");
        settings.put("sluice.payments.acme.pay-url", "/docs?payment=");
        return settings;
    }

    @Test
    void a_buyer_chooses_among_the_methods_of_the_shop() throws Exception {
        var session = session();
        var order = buyElsewhere(sale(Plan.usual()), session, 1);
        var wall = wall(EVERYWHERE, "/orders/" + order, session);
        wall.look("shop-order-methods", ".button.large");
        var page = wall.first();
        assertThat(button(page, "with sandbox")).isVisible();
        button(page, "with acme").click();

        assertThat(page).hasURL(Pattern.compile(".*/docs\\?payment=.+"));
    }
}
