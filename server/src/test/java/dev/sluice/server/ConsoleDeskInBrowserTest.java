package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What an operator looks after in a real browser: parked claims, the ledger and rehearsals; and
/// every page in both languages, on phone and desktop, light and dark.
class ConsoleDeskInBrowserTest extends ConsolePages {

    private record Parked(String claim, String session) {}

    @Override
    Map<String, String> settings() {
        return withRehearsals();
    }

    /// A claim that failed for good. Settlement that is about to rest may still take one before it.
    private Parked parkedClaim(String offer) throws Exception {
        operator().put("/admin/switches", Map.of("holdSettlement", true)).is(200);
        var queue = sluice.engine().ports().queue();
        while (true) {
            var visitor = crowd(1, offer).getFirst();
            var claim = claim(offer, visitor).is(202).text("claimId");
            var taken = queue.take(1, Duration.ofSeconds(2));
            if (taken.isEmpty()) continue;
            queue.park(taken.getFirst(), "The book refused the row.");
            return new Parked(claim, visitor.session());
        }
    }

    private String status(Parked parked) {
        return api.as(parked.session).get("/claims/" + parked.claim).is(200).text("status");
    }

    @Test
    void a_parked_claim_is_retried_and_another_is_dropped() throws Exception {
        var offer = openSale("Singles' Day", 10).text("offers/0/offerId");
        var retried = parkedClaim(offer);
        var dropped = parkedClaim(offer);
        var tab = console("/parked", View.DESKTOP);
        var page = tab.page();
        assertThat(page.locator("[data-claim]")).hasCount(2);
        assertThat(page.getByText("The book refused the row.").first()).isVisible();
        shootGood(tab, "console-parked");

        page.locator("[data-claim='" + dropped.claim + "']").getByText("Drop").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("go on sale again");
        agree(page, "Drop");
        assertThat(page.locator("[data-claim]")).hasCount(1);
        page.locator("[data-claim='" + retried.claim + "']").getByText("Retry").click();
        assertThat(page.getByText("Nothing is parked")).isVisible();
        shootGood(tab, "console-parked-none");

        operator().put("/admin/switches", Map.of("holdSettlement", false)).is(200);
        AdminTest.await(() -> status(retried).equals("WON"));
        assertEquals("LOST", status(dropped));
    }

    private Answer audit(String offer) {
        return operator().get("/admin/offers/" + offer + "/audit").is(200);
    }

    @Test
    void the_ledger_is_paged_through() throws Exception {
        var offer = openSale("Singles' Day", 100).text("offers/0/offerId");
        for (int i = 0; i < 60; i++) {
            var one = Map.of("quantity", 1);
            operator().post("/admin/offers/" + offer + "/restock", one).is(200);
        }
        var tab = console("/offers/" + offer + "/ledger", View.DESKTOP);
        var page = tab.page();
        assertThat(page.locator("tbody tr")).hasCount(50);
        assertThat(page.locator("tbody tr").first()).containsText("Stocked");
        button(page, "Next page").click();
        assertThat(page.locator("tbody tr")).hasCount(61);
        shootGood(tab, "console-ledger");
        page.getByLabel("Search by claim").fill("no such id!");
        button(page, "Search").click();
        assertThat(page.getByText("An id has letters")).isVisible();
    }

    @Test
    void the_ledger_is_searched_and_downloaded() throws Exception {
        var offer = openSale("Singles' Day", 3).text("offers/0/offerId");
        for (var visitor : crowd(3, offer)) claim(offer, visitor).is(202);
        AdminTest.await(() -> audit(offer).number("unpaid") == 3);
        var ledger = operator().get("/admin/offers/" + offer + "/ledger").is(200);
        var order = ledger.text("movements/1/orders/0/orderId");
        var tab = console("/offers/" + offer + "/ledger", View.DESKTOP);
        var page = tab.page();
        assertThat(page.locator("tbody tr").first()).containsText("Stocked");
        page.getByLabel("Search by claim").fill(order);
        button(page, "Search").click();
        assertThat(page.locator("tbody tr")).hasCount(1);
        assertThat(page.locator("tbody tr")).containsText(order);
        tab.shoot("console-ledger-found");
        page.getByLabel("Search by claim").fill("0ns7d2k8v0w1a");
        button(page, "Search").click();
        assertThat(page.getByText("Nothing found for 0ns7d2k8v0w1a")).isVisible();
        shootGood(tab, "console-ledger-nothing");

        var download = page.waitForDownload(() -> page.getByText("Download CSV").click());

        assertEquals("ledger-" + offer + ".csv", download.suggestedFilename());
        var text = Files.readString(download.path());
        assertTrue(text.startsWith("sequence,at,why") && text.contains(order), text);
    }

    @Test
    void a_rehearsal_is_started_and_its_verdict_shown() throws Exception {
        var tab = console("/rehearsals", View.DESKTOP);
        var page = tab.page();
        assertThat(page.getByLabel("Buyers")).isVisible();
        shootGood(tab, "console-rehearsals");
        page.getByLabel("Buyers").fill("0");
        button(page, "Start").click();
        assertThat(page.getByText("A whole number from 1 to 200,000.")).isVisible();
        page.getByLabel("Buyers").fill("300");
        page.getByLabel("Scenario").selectOption("calm");
        button(page, "Start").click();
        assertThat(page.locator("[data-rehearsal]")).containsText("All promises held");
        assertThat(page.locator("[data-rehearsal]").getByText("Report")).isVisible();
        shootGood(tab, "console-rehearsals-ended");
    }

    @Test
    void every_page_looks_right_in_both_languages_on_phone_and_desktop() throws Exception {
        var sale = openSale("双十一限量抢购 Singles' Day", 60);
        var offer = sale.text("offers/0/offerId");
        draft("Winter sale", 20);
        for (var visitor : crowd(80, offer)) claim(offer, visitor);
        AdminTest.await(() -> audit(offer).number("unpaid") == 60);
        for (var view : VIEWS) {
            var tab = console("/", view);
            assertThat(tab.page().locator("[data-place=unpaid]")).hasText("60");
            shootGood(tab, "console-home");
            visit(tab, "/sales", "li .title", "console-sales");
            visit(tab, "/products", "li img", "console-products");
            visit(tab, "/sales/new", "form", "console-sale-new");
            visit(tab, "/sales/" + sale.text("saleId"), "[data-light=green]", "console-live-all");
            visit(tab, "/offers/" + offer + "/ledger", "tbody tr", "console-ledger-all");
            visit(tab, "/parked", ".empty", "console-parked-all");
            visit(tab, "/switches", "li", "console-switches-all");
            visit(tab, "/rehearsals", "form", "console-rehearsals-all");
        }
    }

    private static void visit(Tab tab, String route, String sign, String name) throws Exception {
        tab.page().evaluate("route => { location.hash = route }", route);
        assertThat(tab.page().locator("main " + sign).first()).isVisible();
        shootGood(tab, name);
    }

    @Test
    void the_navigation_of_a_phone_opens_and_closes() throws Exception {
        var tab = console("/", View.PHONE);
        var page = tab.page();
        assertThat(page.locator("nav")).isHidden();
        button(page, "Menu").click();
        assertThat(page.locator("nav")).isVisible();
        shootGood(tab, "console-menu");
        page.locator("nav").getByText("Switches").click();
        assertThat(page.locator("h1")).hasText("Switches");
        assertThat(page.locator("nav")).isHidden();
    }
}
