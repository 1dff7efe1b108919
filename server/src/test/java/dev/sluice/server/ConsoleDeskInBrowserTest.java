package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.sluice.server.admin.AdminTest;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// What an operator looks after in a real browser: parked claims, restocking, the ledger and
/// rehearsals.
class ConsoleDeskInBrowserTest extends ConsolePages {

    @Override
    public Map<String, String> settings() {
        return withRehearsals();
    }

    private String status(Parked parked) {
        return api.as(parked.session()).get("/claims/" + parked.claim()).is(200).text("status");
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

        page.locator("[data-claim='" + dropped.claim() + "']").getByText("Drop").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("go on sale again");
        agree(page, "Drop");
        assertThat(page.locator("[data-claim]")).hasCount(1);
        page.locator("[data-claim='" + retried.claim() + "']").getByText("Retry").click();
        assertThat(page.getByText("Nothing is parked")).isVisible();

        operator().put("/admin/switches", Map.of("holdSettlement", false)).is(200);
        AdminTest.await(() -> status(retried).equals("WON"));
        assertEquals("LOST", status(dropped));
    }

    @Test
    void all_parked_claims_are_retried_after_a_question() throws Exception {
        var offer = openSale("Singles' Day", 10).text("offers/0/offerId");
        var parked = List.of(parkedClaim(offer), parkedClaim(offer));
        var page = console("/parked", View.DESKTOP).page();
        assertThat(page.locator("[data-claim]")).hasCount(2);

        page.locator("[data-act=retry-all]").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("queued again");
        agree(page, "Retry all");
        assertThat(page.getByText("Nothing is parked")).isVisible();

        operator().put("/admin/switches", Map.of("holdSettlement", false)).is(200);
        for (var claim : parked) AdminTest.await(() -> status(claim).equals("WON"));
    }

    @Test
    void a_restock_whose_answer_was_lost_adds_once_when_it_is_sent_again() {
        var sale = openSale("Singles' Day", 10);
        var offer = sale.text("offers/0/offerId");
        var page = console("/sales/" + sale.text("saleId"), View.DESKTOP).page();
        page.route(
                "**/restock",
                route -> {
                    route.fetch();
                    route.abort();
                },
                new Page.RouteOptions().setTimes(1));
        button(page, "Restock").click();
        var dialog = page.getByRole(AriaRole.DIALOG);
        page.getByLabel("Units to add").fill("50");
        button(page, "Restock").last().click();
        assertThat(dialog).containsText("cannot be reached");
        AdminTest.await(() -> audit(offer).number("stock") == 60);

        button(page, "Restock").last().click();

        assertThat(dialog).not().isVisible();
        expect(page, "[data-place=free]").hasText("60");
        assertEquals(60, audit(offer).number("stock"));
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
        page.getByLabel("Search by claim").fill("no such id!");
        button(page, "Search").click();
        assertThat(page.getByText("An id has letters")).isVisible();
    }

    @Test
    void the_ledger_is_searched_and_downloaded() throws Exception {
        var offer = openSale("Singles' Day", 3).text("offers/0/offerId");
        var visitors = crowd(3, offer);
        for (var visitor : visitors) claim(offer, visitor).is(202);
        AdminTest.await(() -> audit(offer).number("unpaid") == 3);
        var buyer = api.as(visitors.getFirst().session());
        var bought = buyer.get("/orders").is(200);
        var order = bought.text("orders/0/orderId");
        var claim = bought.text("orders/0/claimId");
        var tab = console("/offers/" + offer + "/ledger", View.DESKTOP);
        var page = tab.page();
        assertThat(page.locator("h1")).hasText("Ledger of Phone X");
        for (var id : List.of(order, claim, buyer.get("/me").is(200).text("buyerId"))) {
            assertThat(page.locator("tbody tr").first()).containsText("Stocked");
            page.getByLabel("Search by claim").fill(id);
            button(page, "Search").click();
            assertThat(page.locator("tbody tr")).hasCount(1);
            assertThat(page.locator("tbody tr")).containsText("Settled");
            button(page, "Show all").click();
        }
        assertThat(page.locator("tbody tr").first()).containsText("Stocked");
        page.getByLabel("Search by claim").fill("0ns7d2k8v0w1a");
        button(page, "Search").click();
        assertThat(page.getByText("Nothing found for 0ns7d2k8v0w1a")).isVisible();

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
