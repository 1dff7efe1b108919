package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import dev.sluice.server.engine.Switches;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Pictures of what becomes of a claim and of an order: in both languages, on phone and desk.
class ShopOrderGalleryTest extends ShopViews {

    private static final String PAGE = ".notice.page";
    private static final String BADGE = ".panel .badge.";
    private static final Pattern SANDBOX = Pattern.compile(".*/sandbox/.*");

    /// Orders have no pictures, and without a demo there is no sale at first.
    @Override
    public Map<String, String> settings() {
        var settings = new HashMap<>(super.settings());
        settings.put("sluice.no-demo", "true");
        settings.put("sluice.payments.sandbox", "true");
        return settings;
    }

    @Test
    void how_a_claim_goes() throws IOException {
        var session = session();
        var sale = sale(Plan.usual());
        var wall = wall(EVERYWHERE, path(sale), session);
        holdSettlement();
        wall.first().locator(".action .button.large").click();
        assertThat(wall.first().locator(".queue")).isVisible();
        var claim = wall.first().url();
        wall.visit(claim, "shop-queue", ".dot.live");
        wall.each(page -> page.context().setOffline(true));
        wall.look("shop-queue-offline", ".queue .banner");
        wall.each(page -> page.context().setOffline(false));
        setSwitches(Switches.Switch.HOLD_SETTLEMENT, Switches.Switch.POLLING_ONLY);
        wall.visit(claim, "shop-queue-polling", ".dot:not(.live)");
        setSwitches();
        wall.look("shop-won", ".deadline");
        wall.visit("/claims/Vh3kQ9_xT2mLr8Zp-4WbNc", "shop-no-claim", PAGE);
    }

    @Test
    void how_an_order_goes() throws IOException {
        var session = session();
        var wall = wall(EVERYWHERE, "/", session);
        wall.look("shop-list-empty", PAGE);
        wall.visit("/orders", "shop-orders-empty", PAGE);
        wall.visit("/orders/0ns7d2k8v0w1a", "shop-no-order", PAGE);
        var paid = buyElsewhere(sale(Plan.usual()), session, 1);
        pay(session, paid);
        wall.visit("/orders/" + paid, "shop-order-paid", BADGE + "PAID");
        var cancelled = buyElsewhere(sale(Plan.usual()), session, 2);
        wall.visit("/orders/" + cancelled, "shop-order-unpaid", ".deadline");
        wall.click(".panel .stacked .quiet");
        wall.look("shop-order-cancel", "dialog");
        wall.first().locator("dialog .danger").click();
        assertThat(wall.first().locator(BADGE + "CANCELLED")).isVisible();
        wall.go("/orders/" + cancelled);
        wall.look("shop-order-cancelled", BADGE + "CANCELLED");
        late(wall, session);
        wall.visit("/orders", "shop-orders", ".order");
    }

    /// Money that comes after the deadline: one order can be revived, the other cannot.
    private void late(Wall wall, String session) throws IOException {
        var sale = sale(Plan.usual().stock(1));
        var order = buyElsewhere(sale, session, 1);
        var gone = sale(Plan.usual().stock(1));
        var lost = buyElsewhere(gone, session, 1);
        wall.go("/orders/" + order);
        wall.click(".panel .button.large");
        wall.each(page -> assertThat(page).hasURL(SANDBOX));
        wall.look("shop-pay", "form");
        var payment = payment(session, order);
        var late = payment(session, lost);
        clock.advance(Duration.ofMinutes(16));
        wall.visit("/orders/" + order, "shop-order-expired", BADGE + "EXPIRED");
        finish(payment);
        wall.visit("/orders/" + order, "shop-order-revived", BADGE + "PAID");
        buyElsewhere(gone, session(), 1);
        finish(late);
        wall.visit("/orders/" + lost, "shop-order-refunded", BADGE + "REFUNDED");
        buyElsewhere(sale(Plan.usual()), session, 1);
    }
}
