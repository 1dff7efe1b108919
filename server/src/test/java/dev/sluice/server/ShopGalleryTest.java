package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.sluice.sale.Sale.ChallengeKind;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Pictures of the pages in both languages, on a phone and on a desk, by day and by night. Each is
/// looked at by axe, and none is wider than its window.
class ShopGalleryTest extends ShopPages {

    /// Those that are in sight; the others come when they are.
    private static final String PICTURES_ARE_THERE =
            """
            () => Promise.all([...document.images]
                .filter(image => image.loading !== 'lazy')
                .map(image => image.decode()))
            """;

    static Stream<View> views() {
        var narrow = new View("zh-CN", 360, 740, ColorScheme.DARK);
        return Stream.of(
                View.PHONE,
                View.PHONE.in("zh-CN"),
                View.DESKTOP,
                View.DESKTOP.in("zh-CN"),
                View.DESKTOP.dark(),
                narrow);
    }

    @ParameterizedTest
    @MethodSource("views")
    void every_page_is_seen_from_everywhere(View view) throws IOException {
        var soon = sale(Plan.usual().opensIn(Duration.ofHours(30)));
        var open = sale(Plan.usual());
        var sum = sale(Plan.usual().with(ChallengeKind.MATH).perBuyer(1));
        var gone = sale(Plan.usual().stock(1));
        var paused = sale(Plan.usual());
        operator().post("/admin/sales/" + paused.id() + "/pause").is(200);
        var session = session();
        var paid = buyElsewhere(gone, session, 1);
        var tab = open(buyer(view, session), "/", view);
        var page = tab.page();
        look(tab, "shop-list", ".sale");
        visit(tab, "/sales/" + open.id(), "shop-sale", ".offer");
        visit(tab, "/sales/" + paused.id(), "shop-sale-paused", ".notice");
        visit(tab, path(soon), "shop-offer-soon", ".action .countdown");
        visit(tab, path(open), "shop-offer-open", ".quantity");
        visit(tab, path(gone), "shop-offer-sold-out", ".notice.bad");
        visit(tab, path(paused), "shop-offer-paused", ".action .notice");
        visit(tab, path(sum), "shop-offer-one", ".button.large");
        page.locator(".button.large").click();
        assertThat(page.locator(".sum img")).hasJSProperty("complete", true);
        look(tab, "shop-challenge-math", "dialog");
        visit(tab, "/orders/" + paid, "shop-order-unpaid", ".deadline");
        visit(tab, "/orders", "shop-orders", ".order");
        visit(tab, "/nothing", "shop-no-page", ".notice.page");
        visit(tab, "/register", "shop-register", "form");
        visit(tab, "/login", "shop-login", "form");
        queue(tab, path(open));
    }

    private void queue(Tab tab, String path) throws IOException {
        setSwitches(Switches.Switch.HOLD_SETTLEMENT);
        visit(tab, path, "shop-offer-open", ".button.large");
        tab.page().locator(".action .button.large").click();
        look(tab, "shop-queue", ".queue");
        setSwitches();
        look(tab, "shop-won", ".deadline");
    }

    private static void visit(Tab tab, String path, String name, String sign) throws IOException {
        tab.page().navigate(path);
        look(tab, name, sign);
    }

    private static void look(Tab tab, String name, String sign) throws IOException {
        Page page = tab.page();
        assertThat(page.locator(sign).first()).isVisible();
        page.evaluate(PICTURES_ARE_THERE);
        tab.shoot(name);
        tab.assertAccessible();
        assertEquals(
                true,
                page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"),
                name + " is wider than its window: " + tab.view().label());
    }
}
