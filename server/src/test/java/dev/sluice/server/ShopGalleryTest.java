package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import dev.sluice.sale.Sale.ChallengeKind;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Pictures of every page and state that somebody can come to before a claim is made, in both
/// languages, on a phone and on a desk; and of the main pages by night. None is wider than its
/// window, and axe finds nothing that keeps people out.
class ShopGalleryTest extends ShopViews {

    private static final String BUY = ".action .button.large";
    private static final String NOTICE = ".action .notice";
    private static final String PAGE = ".notice.page";
    private static final String NOTHING = "0ns7d2k8v0w1a";
    private static final Duration DAY = Duration.ofHours(30);
    private static final Duration LONG_AGO = Duration.ofHours(-30);

    @Test
    void what_everybody_sees() throws IOException {
        var soon = sale(Plan.usual().opensIn(DAY));
        var over = sale(Plan.usual().opensIn(LONG_AGO));
        var paused = sale(Plan.usual());
        operator().post("/admin/sales/" + paused.id() + "/pause").is(200);
        var open = sale(Plan.usual().stock(40));
        var wall = wall(EVERYWHERE, "/");
        wall.look("shop-list", ".sale");
        wall.visit("/sales/" + open.id(), "shop-sale-open", ".offer");
        wall.visit("/sales/" + soon.id(), "shop-sale-upcoming", ".hero .countdown");
        wall.visit("/sales/" + paused.id(), "shop-sale-paused", ".notice");
        wall.visit("/sales/" + over.id(), "shop-sale-closed", ".offer.CLOSED");
        wall.visit(path(soon), "shop-offer-upcoming-logged-out", ".action .countdown");
        wall.visit(path(open), "shop-offer-logged-out", BUY);
        wall.visit("/sales/" + NOTHING, "shop-no-sale", PAGE);
        wall.visit("/offers/" + NOTHING, "shop-no-offer", PAGE);
        wall.visit("/nothing", "shop-no-page", PAGE);
        wall.go("/sales/" + open.id());
        wall.each(page -> assertThat(page.locator(".offer").first()).isVisible());
        wall.each(page -> page.evaluate(PICTURES_ARE_THERE));
        wall.each(page -> page.context().setOffline(true));
        wall.look("shop-offline", ".banner");
    }

    @Test
    void how_people_come_in() throws IOException {
        session();
        var wall = wall(EVERYWHERE, "/login?next=/orders");
        wall.look("shop-login", "form");
        wall.each(page -> {
            page.locator("[type=tel]").fill("13800001000");
            page.locator("[type=password]").fill("wrong horse");
            page.locator("[type=submit]").click();
        });
        wall.look("shop-login-failed", ".form-failure");
        wall.visit("/register", "shop-register", "form");
        wall.each(page -> {
            page.locator("[type=tel]").fill("13800001000");
            page.locator(".joined .button").click();
            assertThat(page.locator(".hint .plain")).isVisible();
        });
        wall.look("shop-register-code", ".hint");
        wall.each(page -> {
            page.locator("[autocomplete=one-time-code]").fill("000000");
            page.locator("[autocomplete=name]").fill("Li Lei");
            page.locator("[type=password]").fill("correct horse");
            page.locator("[type=submit]").click();
        });
        wall.look("shop-register-failed", ".form-failure");
    }

    @Test
    void what_a_buyer_sees_of_an_offer() throws IOException {
        var session = session();
        var open = sale(Plan.usual().stock(40));
        var wall = wall(EVERYWHERE, path(open), session);
        wall.look("shop-offer-open", ".quantity");
        var soon = sale(Plan.usual().opensIn(DAY));
        wall.visit(path(soon), "shop-offer-upcoming", ".action .countdown");
        var over = sale(Plan.usual().opensIn(LONG_AGO));
        wall.visit(path(over), "shop-offer-closed", NOTICE);
        var paused = sale(Plan.usual());
        operator().post("/admin/sales/" + paused.id() + "/pause").is(200);
        wall.visit(path(paused), "shop-offer-paused", NOTICE);
        soldOut(wall);
        var mine = sale(Plan.usual().perBuyer(1));
        buyElsewhere(mine, session, 1);
        wall.go(path(mine));
        wall.click(BUY);
        wall.look("shop-offer-over-limit", NOTICE);
        challenges(wall);
    }

    private void soldOut(Wall wall) throws IOException {
        var gone = sale(Plan.usual().stock(1));
        var other = session();
        var order = buyElsewhere(gone, other, 1);
        wall.visit(path(gone), "shop-offer-sold-out-for-now", NOTICE + " .hint");
        pay(other, order);
        wall.each(page -> assertThat(page.locator(NOTICE + " .hint")).hasCount(0));
        wall.look("shop-offer-sold-out", NOTICE);
    }

    private void challenges(Wall wall) throws IOException {
        wall.go(path(sale(Plan.usual().with(ChallengeKind.MATH))));
        wall.click(BUY);
        wall.each(page -> assertThat(page.locator(".sum img")).hasJSProperty("complete", true));
        wall.look("shop-challenge-sum", "dialog");
        wall.go(path(sale(Plan.usual().with(ChallengeKind.WORK))));
        // A worker that never answers, so that there is time to look.
        wall.each(page -> page.route("**/worker-*.js", route -> {}));
        wall.click(BUY);
        wall.look("shop-challenge-work", "dialog progress");
    }

    @Test
    void the_main_pages_by_night() throws IOException {
        var session = session();
        sale(Plan.usual().opensIn(DAY));
        var open = sale(Plan.usual().stock(40));
        var order = buyElsewhere(sale(Plan.usual().stock(1)), session, 1);
        var wall = wall(BY_NIGHT, "/", session);
        lookClosely(wall, "/", "shop-list", ".sale");
        lookClosely(wall, "/sales/" + open.id(), "shop-sale-open", ".offer");
        lookClosely(wall, path(open), "shop-offer-open", ".quantity");
        lookClosely(wall, "/orders/" + order, "shop-order-unpaid", ".deadline");
        lookClosely(wall, "/orders", "shop-orders", ".order");
        lookClosely(wall, "/register", "shop-register", "form");
    }

    private static void lookClosely(Wall wall, String path, String name, String sign)
            throws IOException {
        wall.visit(path, name, sign);
        wall.tabs().getLast().assertAccessible();
    }
}
