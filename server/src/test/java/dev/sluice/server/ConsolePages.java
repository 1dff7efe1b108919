package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/// What an operator does in the console, step by step.
abstract class ConsolePages extends BrowserTest {

    static final double PATIENCE = 30_000;

    /// Every way to look at a page that pictures are taken of.
    static final List<View> VIEWS =
            List.of(
                    View.DESKTOP,
                    View.DESKTOP.in("zh-CN").dark(),
                    View.PHONE.in("zh-CN"),
                    View.PHONE.dark());

    @Override
    Map<String, String> settings() {
        return Map.of("sluice.rehearsal", "true");
    }

    /// The page of the console at that route, seen by an operator who has logged in.
    Tab console(String route, View view) {
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
        var tab = open("/console#" + route, view);
        tab.page().locator("input[type=password]").fill(OPERATOR_KEY);
        tab.page().locator("button[type=submit]").click();
        assertThat(tab.page().locator("main#content h1").first()).isVisible();
        return tab;
    }

    /// A picture of a page that keeps nobody out and complains about nothing.
    static void shootGood(Tab tab, String name) throws IOException {
        tab.shoot(name);
        tab.assertAccessible();
        tab.assertQuiet();
        tab.assertFits();
    }

    static Locator button(Page page, String name) {
        return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name).setExact(true));
    }

    /// Agrees to what the box in the middle asks.
    static void agree(Page page, String act) {
        var box = page.getByRole(AriaRole.DIALOG);
        box.getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(act).setExact(true))
                .click();
    }

    static LocatorAssertions expect(Page page, String selector) {
        return assertThat(page.locator(selector));
    }

    String newProduct(String name) {
        var product =
                Map.of("name", name, "description", "Black, 256 GB", "imageUrl", "/favicon.svg");
        return operator().post("/admin/products", product).is(201).text("productId");
    }

    /// A draft of an open window with one offer of that many units.
    Answer draft(String title, int stock) {
        var now = clock.instant();
        var offer =
                Map.of(
                        "productId",
                        newProduct("Phone X"),
                        "price",
                        Map.of("amount", 199_900, "currency", "CNY"),
                        "listPrice",
                        Map.of("amount", 399_900, "currency", "CNY"),
                        "stock",
                        stock);
        var sale =
                Map.of(
                        "title",
                        title,
                        "opensAt",
                        now.minusSeconds(60).toString(),
                        "closesAt",
                        now.plusSeconds(7_200).toString(),
                        "challenge",
                        "none",
                        "offers",
                        List.of(offer));
        return operator().post("/admin/sales", sale).is(201);
    }

    Answer openSale(String title, int stock) {
        var id = draft(title, stock).text("saleId");
        return operator().post("/admin/sales/" + id + "/publish").is(200);
    }
}
