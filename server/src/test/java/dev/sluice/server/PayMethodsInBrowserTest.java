package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// A shop with a payment provider of its own beside the sandbox.
class PayMethodsInBrowserTest extends ShopPages {

    @Override
    Map<String, String> settings() {
        var settings = new HashMap<>(super.settings());
        settings.put("sluice.payments.acme.secret", "a secret of the provider acme");
        settings.put("sluice.payments.acme.pay-url", "/docs?payment=");
        return settings;
    }

    @Test
    void a_buyer_chooses_among_the_methods_of_the_shop() throws Exception {
        var session = session();
        var order = buyElsewhere(sale(Plan.usual()), session, 1);
        var tab = open(buyer(View.PHONE, session), "/orders/" + order, View.PHONE);
        var page = tab.page();
        assertThat(button(page, "with sandbox")).isVisible();
        tab.shoot("shop-order-methods");
        button(page, "with acme").click();

        assertThat(page).hasURL(Pattern.compile(".*/docs\\?payment=.+"));
    }
}
