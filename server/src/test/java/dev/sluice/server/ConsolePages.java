package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.sluice.contracts.Soon;
import dev.sluice.id.OfferId;
import java.io.IOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What an operator does in the console, step by step.
abstract class ConsolePages extends BrowserTest {

    @Override
    public Map<String, String> settings() {
        return Map.of("sluice.rehearsal", "true");
    }

    /// The page of the console at that route, seen by an operator who has logged in.
    Tab console(String route, View view) {
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

    /// Pictures of a page as it stands, on a desk and on a phone, in the language that it speaks.
    static void shootBoth(Tab tab, String name, String locale) throws IOException {
        var page = tab.page();
        tab.assertAccessible();
        tab.assertQuiet();
        for (var view : List.of(View.DESKTOP.in(locale), View.PHONE.in(locale))) {
            page.setViewportSize(view.width(), view.height());
            var seen = new Tab(page, view, tab.complaints());
            seen.shoot(name);
            seen.assertFits();
        }
        page.setViewportSize(tab.view().width(), tab.view().height());
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

    /// Makes the book count a unit of the offer as unpaid, though nobody has it: what no call of
    /// Sluice would do.
    void loseUnit(String offer) throws SQLException {
        inTheBook("update offers set unpaid = unpaid + 1 where offer_id = ?", offer);
    }

    void findUnit(String offer) throws SQLException {
        inTheBook("update offers set unpaid = unpaid - 1 where offer_id = ?", offer);
    }

    private void inTheBook(String sql, String offer) throws SQLException {
        var url = "jdbc:sqlite:" + folder.resolve("book.db") + "?busy_timeout=30000";
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.prepareStatement(sql)) {
            statement.setLong(1, OfferId.parse(offer).orElseThrow().value());
            assertEquals(1, statement.executeUpdate());
        }
    }

    static LocatorAssertions expect(Page page, String selector) {
        return assertThat(page.locator(selector));
    }

    String newProduct(String name) {
        return newProduct(name, "Black, 256 GB", "/favicon.svg");
    }

    String newProduct(String name, String description, String picture) {
        var product = Map.of("name", name, "description", description, "imageUrl", picture);
        return operator().post("/admin/products", product).is(201).text("productId");
    }

    /// Half of what it costs elsewhere.
    static Map<String, Object> offer(String product, long price, int stock) {
        return Map.of(
                "productId",
                product,
                "price",
                Map.of("amount", price, "currency", "CNY"),
                "listPrice",
                Map.of("amount", 2 * price, "currency", "CNY"),
                "stock",
                stock);
    }

    /// A sale of two hours as an operator would send it.
    Map<String, Object> sale(String title, Duration opensIn, Object... offers) {
        var opensAt = clock.instant().plus(opensIn);
        var sale = new HashMap<String, Object>();
        sale.put("title", title);
        sale.put("opensAt", opensAt.toString());
        sale.put("closesAt", opensAt.plus(Duration.ofHours(2)).toString());
        sale.put("challenge", "none");
        sale.put("offers", List.of(offers));
        return sale;
    }

    Answer draft(Map<String, Object> sale) {
        return operator().post("/admin/sales", sale).is(201);
    }

    Answer publish(Map<String, Object> sale) {
        return operator().post("/admin/sales/" + draft(sale).text("saleId") + "/publish").is(200);
    }

    /// A draft of an open window with one offer of that many units.
    Answer draft(String title, int stock) {
        return draft(openWindow(title, stock));
    }

    Answer openSale(String title, int stock) {
        return publish(openWindow(title, stock));
    }

    private Map<String, Object> openWindow(String title, int stock) {
        var offer = offer(newProduct("Phone X"), 199_900, stock);
        return sale(title, Duration.ofMinutes(-1), offer);
    }

    Answer audit(String offer) {
        return operator().get("/admin/offers/" + offer + "/audit").is(200);
    }

    record Parked(String claim, String session) {}

    /// A claim that failed for good.
    Parked parkedClaim(String offer) throws Exception {
        operator().put("/admin/switches", Map.of("holdSettlement", true)).is(200);
        Soon.until("settlement rests", sluice.engine().settlementLoop()::isResting);
        var queue = sluice.engine().ports().queue();
        var visitor = crowd(1, offer).getFirst();
        var claim = claim(offer, visitor).is(202).text("claimId");
        queue.park(queue.take(1, Soon.LIMIT).getFirst(), "The book refused the row.");
        return new Parked(claim, visitor.session());
    }
}
