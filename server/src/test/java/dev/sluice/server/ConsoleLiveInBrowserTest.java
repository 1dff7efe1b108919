package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// The live view of a sale in a real browser, with a crowd that comes through the API.
class ConsoleLiveInBrowserTest extends ConsolePages {

    /// Counts gaps between frames for a while.
    private static final String LONGEST_FRAME =
            """
            () => new Promise(done => {
                let [last, longest, frames] = [performance.now(), 0, 0]
                const next = now => {
                    longest = Math.max(longest, now - last)
                    last = now
                    if (++frames < 150) requestAnimationFrame(next)
                    else done(longest)
                }
                requestAnimationFrame(next)
            })
            """;

    @Test
    void an_operator_publishes_a_sale_watches_the_crowd_and_steers_it() throws Exception {
        var draft = draft("Singles' Day", 100);
        var offer = draft.text("offers/0/offerId");
        var tab = console("/sales/" + draft.text("saleId"), View.DESKTOP);
        var page = tab.page();
        button(page, "Publish").click();
        agree(page, "Publish");
        assertThat(page.locator(".head .badge")).hasText("Open");
        expect(page, "[data-light]").hasAttribute("data-light", "green");

        for (var visitor : crowd(300, offer)) claim(offer, visitor);

        expect(page, "[data-funnel=arrived]").hasText("300");
        expect(page, "[data-funnel=won]").hasText("100");
        expect(page, "[data-refused=SOLD_OUT] b").hasText("200");
        expect(page, "[data-place=unpaid]").hasText("100");
        expect(page, "[data-place=free]").hasText("0");
        expect(page, ".sum").containsText("100 = 0 free + 0 held + 100 unpaid + 0 paid");
        expect(page, ".line").hasClass(Pattern.compile("LIVE"));
        expect(page, "[data-light]").hasAttribute("data-light", "green");
        shootGood(tab, "console-live");

        button(page, "Pause").click();
        agree(page, "Pause");
        assertThat(page.locator(".head .badge")).hasText("Paused");
        button(page, "Restock").click();
        page.getByLabel("Units to add").fill("many");
        button(page, "Restock").last().click();
        assertThat(page.getByText("Enter a whole number from 1")).isVisible();
        page.getByLabel("Units to add").fill("50");
        tab.shoot("console-restock");
        button(page, "Restock").last().click();
        expect(page, "[data-place=free]").hasText("50");
        button(page, "Resume").click();
        agree(page, "Resume");
        assertThat(page.locator(".head .badge")).hasText("Open");
        for (var visitor : crowd(50, offer)) claim(offer, visitor).is(202);
        expect(page, "[data-funnel=won]").hasText("150");

        button(page, "Close").click();
        agree(page, "Close");
        assertThat(page.locator(".head .badge")).hasText("Closed");
        expect(page, "[data-light]").hasAttribute("data-light", "green");
        tab.shoot("console-live-closed");
        tab.assertQuiet();
        assertEquals("CLOSED", operator().get("/admin/sales").text("sales/0/state"));
    }

    @Test
    void a_light_turns_red_when_units_do_not_add_up_and_green_again() throws Exception {
        var sale = openSale("Singles' Day", 100);
        var tab = console("/sales/" + sale.text("saleId"), View.DESKTOP);
        var page = tab.page();
        expect(page, "[data-light]").hasAttribute("data-light", "green");

        loseUnit(sale.text("offers/0/offerId"));
        expect(page, "[data-light]").hasAttribute("data-light", "red");
        expect(page, ".sum").containsText("✗ 100 ≠ 100 free + 0 held + 1 unpaid + 0 paid");
        shootGood(tab, "console-live-red");
        findUnit(sale.text("offers/0/offerId"));

        expect(page, "[data-light]").hasAttribute("data-light", "green");
    }

    @Test
    void without_a_websocket_the_view_asks_for_itself() {
        var sale = openSale("Singles' Day", 10);
        var tab = console("/", View.DESKTOP);
        var page = tab.page();
        page.routeWebSocket(Pattern.compile("/admin/live"), socket -> socket.close());
        page.navigate("/console#/sales/" + sale.text("saleId"));
        page.reload();

        expect(page, ".line").hasClass(Pattern.compile("POLLING"));
        var offer = sale.text("offers/0/offerId");
        for (var visitor : crowd(4, offer)) claim(offer, visitor).is(202);
        expect(page, "[data-funnel=won]").hasText("4");
    }

    @Test
    void a_huge_sale_is_shown() throws Exception {
        hugeSale().shoot("console-live-huge");
    }

    @Test
    @Tag("long")
    void a_huge_sale_is_shown_without_lag() {
        double longest = ((Number) hugeSale().page().evaluate(LONGEST_FRAME)).doubleValue();

        assertTrue(longest < 2_000, () -> "a frame took " + longest + " ms");
    }

    /// A view that has been told of fifty million people in ten minutes, all at once.
    private Tab hugeSale() {
        var sale = openSale("Singles' Day", 1_000);
        var tab = console("/", View.DESKTOP);
        var page = tab.page();
        page.routeWebSocket(
                Pattern.compile("/admin/live"),
                socket -> {
                    var rush = new HugeSale(sale.text("saleId"), sale.text("offers/0/offerId"));
                    for (int second = 0; second < 600; second++) socket.send(rush.at(second));
                });
        page.navigate("/console#/sales/" + sale.text("saleId"));
        page.reload();

        expect(page, "[data-funnel=arrived]").hasText("50,000,000");
        return tab;
    }
}
