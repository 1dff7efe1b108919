package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The sales of an operator in a real browser: writing and changing them, and steering them from
/// the list.
class ConsoleSalesInBrowserTest extends ConsolePages {

    /// Keeps the words of alerts, which vanish by themselves, for one who looks late.
    private static final String NOTE_ALERTS =
            """
            () => {
                window.alerts = []
                const note = () => document.querySelectorAll('[role=alert]')
                    .forEach(alert => window.alerts.push(alert.textContent))
                new MutationObserver(note).observe(
                    document.body, { childList: true, subtree: true, characterData: true })
            }
            """;

    private static Locator field(Page page, String label) {
        return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
    }

    private static void fillOffer(Page page, int at, String product, String price) {
        var offer = page.locator("fieldset").nth(at);
        offer.getByLabel("Product").selectOption(product);
        offer.getByLabel(Pattern.compile("^Price")).fill(price);
    }

    @Test
    void a_draft_is_written_changed_and_published() {
        newProduct("Phone X");
        newProduct("Phone Y");
        newProduct("Phone Z");
        var page = console("/sales/new", View.DESKTOP).page();
        field(page, "Title").fill("Spring sale");
        fillOffer(page, 0, "Phone X", "1999");
        button(page, "Add another offer").click();
        fillOffer(page, 1, "Phone Y", "49.50");
        button(page, "Add another offer").click();
        fillOffer(page, 2, "Phone Z", "5");
        page.locator("fieldset").nth(2).getByLabel("Stock").fill("7");
        assertThat(page.getByLabel("What it comes to")).containsText("207");
        button(page, "Save draft").click();
        assertThat(page.locator("h1")).hasText("Spring sale");
        assertThat(page.locator("[data-offer]")).hasCount(3);

        button(page, "Edit").click();
        field(page, "Title").fill("Summer sale");
        button(page, "Remove offer 2").click();
        fillOffer(page, 1, "Phone Z", "6.00");
        field(page, "Opens").fill("2090-07-01T10:00");
        field(page, "Closes").fill("2090-07-01T12:30");
        field(page, "Challenge").selectOption("Proof of work (the browser computes)");
        field(page, "Currency").fill("usd");
        button(page, "Save draft").click();
        assertThat(page.locator("h1")).hasText("Summer sale");
        assertThat(page.locator("[data-offer]")).hasCount(2);

        page.getByText("Sales", new Page.GetByTextOptions().setExact(true)).click();
        assertThat(page.locator("h1")).hasText("Sales");
        button(page, "Publish").click();
        agree(page, "Publish");
        assertThat(page.locator(".head .badge")).hasText("Upcoming");
        var sale = operator().get("/admin/sales").is(200);
        assertEquals("UPCOMING", sale.text("sales/0/state"));
        assertEquals("work", sale.text("sales/0/challenge"));
        assertEquals("2090-07-01T10:00:00Z", sale.text("sales/0/opensAt"));
        assertEquals("2090-07-01T12:30:00Z", sale.text("sales/0/closesAt"));
        assertEquals("Phone Z", sale.text("sales/0/offers/1/product/name"));
        assertEquals("USD", sale.text("sales/0/offers/1/price/currency"));
        assertEquals(600, sale.number("sales/0/offers/1/price/amount"));
        assertEquals(7, sale.number("sales/0/offers/1/stock"));
    }

    @Test
    void what_was_entered_is_not_left_by_mistake() {
        newProduct("Phone X");
        var page = console("/sales/new", View.DESKTOP).page();
        field(page, "Title").fill("Spring sale");
        button(page, "Cancel").click();
        var question = page.locator(".el-message-box");
        assertThat(question).containsText("Leave without saving?");
        page.keyboard().press("Escape");
        assertThat(question).isHidden();
        assertThat(field(page, "Title")).hasValue("Spring sale");
        page.locator("nav").getByText("Switches").click();
        agree(page, "Leave");
        assertThat(page.locator("h1")).hasText("Switches");
    }

    @Test
    void sales_are_steered_from_the_list_and_what_others_do_shows_there() {
        var id = openSale("Singles' Day", 10).text("saleId");
        var page = console("/sales", View.DESKTOP).page();
        var row = page.locator("[data-sale='" + id + "']");
        var badge = row.locator(".badge");
        steer(page, row, "Pause");
        assertThat(badge).hasText("Paused");
        steer(page, row, "Resume");
        assertThat(badge).hasText("Open");

        operator().post("/admin/sales/" + id + "/pause").is(200);
        assertThat(badge).hasText("Paused");
        row.getByText("Resume").click();
        operator().post("/admin/sales/" + id + "/resume").is(200);
        agree(page, "Resume");
        assertThat(badge).hasText("Open");

        row.getByText("Pause").click();
        page.evaluate(NOTE_ALERTS);
        operator().post("/admin/sales/" + id + "/close").is(200);
        agree(page, "Pause");
        page.waitForFunction(
                "words => alerts.some(said => said.includes(words))", "the sale has moved on");
        assertThat(badge).hasText("Closed");
        assertThat(row.getByRole(AriaRole.BUTTON)).hasCount(0);
    }

    @Test
    void a_sale_is_closed_from_the_list_and_drafts_have_a_list_of_their_own() {
        var id = openSale("Singles' Day", 10).text("saleId");
        var page = console("/sales", View.DESKTOP).page();
        var row = page.locator("[data-sale='" + id + "']");
        steer(page, row, "Close");
        assertThat(row.locator(".badge")).hasText("Closed");
        assertThat(row.getByRole(AriaRole.BUTTON)).hasCount(0);
        draft("Winter sale", 5);
        assertThat(page.locator("[data-sale]")).hasCount(2);
        page.locator(".tabs").getByText("Draft").click();
        assertThat(page.locator("[data-sale]")).hasCount(1);
    }

    private static void steer(Page page, Locator row, String act) {
        row.getByText(act).click();
        agree(page, act);
    }

    @Test
    void a_daily_sale_is_followed_by_the_next_one() {
        var plan = sale("Lunch deals", Duration.ofMinutes(-1), offer(newProduct("Tea"), 900, 5));
        plan.put("repeat", "daily");
        var id = publish(plan).text("saleId");
        var page = console("/sales", View.DESKTOP).page();
        assertThat(page.locator("[data-sale]")).hasCount(2);
        var next = page.locator("[data-sale]:not([data-sale='" + id + "'])");
        assertThat(next).containsText("Upcoming");
        assertThat(next).containsText("daily");

        clock.advance(Duration.ofHours(3));
        assertThat(page.locator("[data-sale='" + id + "'] .badge")).hasText("Closed");
        page.locator("nav").getByText("Now").click();
        assertThat(page.getByText("No sale is open")).isVisible();
        assertThat(page.locator(".upcoming")).containsText("Lunch deals");
        assertThat(page.locator(".upcoming")).containsText("opens in 20:");
    }

    @Test
    void a_sale_that_others_publish_meanwhile_is_shown_as_it_is() {
        var id = draft("Singles' Day", 10).text("saleId");
        var page = console("/sales/" + id + "/edit", View.DESKTOP).page();
        page.locator("fieldset").getByLabel("Stock").fill("20");
        operator().post("/admin/sales/" + id + "/publish").is(200);
        button(page, "Save draft").click();

        assertThat(page.getByText("changed elsewhere")).isVisible();
        assertThat(page.locator("fieldset").getByLabel("Stock")).isDisabled();
        assertThat(page.locator("fieldset").getByLabel("Stock")).hasValue("10");
        assertThat(button(page, "Save")).isEnabled();
    }

    @Test
    void every_mistake_is_explained_beside_its_field() {
        newProduct("Phone X");
        var page = console("/sales/new", View.DESKTOP).page();
        button(page, "Save draft").click();
        assertExplained(page, "Title", "", "A sale needs a title.");
        assertExplained(page, "Title", "x".repeat(201), "At most 200 characters.");
        assertExplained(page, "Opens", "", "Enter date and time.");
        assertExplained(page, "Opens", "2091-01-01T10:00", "");
        assertExplained(page, "Closes", "2090-01-01T10:00", "It must close after it opens.");
        assertExplained(page, "Opens", "2001-01-01T10:00", "");
        assertExplained(page, "Closes", "2001-01-01T12:00", "This moment has passed.");
        assertExplained(page, "Currency", "QQQ", "Not a currency");
        assertExplained(page, "Currency", "EUR", "Euro");
        assertExplained(page, "Price (EUR)", "-1", "An amount such as 1999.00");
        assertExplained(page, "Price (EUR)", "1.999", "An amount such as 1999.00");
        assertExplained(page, "Price (EUR)", "99999999999", "An amount such as 1999.00");
        assertExplained(page, "Price (EUR)", "0", "Free: buyers pay nothing.");
        assertExplained(page, "Price (EUR)", "100", "");
        assertExplained(page, "List price (EUR)", "99.99", "Lower than the price");
        assertExplained(page, "Stock", "0", "A whole number from 1 to 10,000,000.");
        assertExplained(page, "Stock", "10000001", "A whole number from 1 to 10,000,000.");
        assertExplained(page, "Stock", "5", "");
        assertExplained(page, "Per buyer", "101", "From 1 to 100.");
        assertExplained(page, "Per buyer", "6", "one buyer may take it all");
        assertExplained(page, "Gate factor", "1001", "A whole number from 1 to 1000.");
        assertExplained(page, "Seconds to pay", "4", "From 5 seconds to 86400");
        assertEquals(0, operator().get("/admin/sales").json().get("sales").size());
    }

    private static void assertExplained(Page page, String label, String value, String words) {
        field(page, label).fill(value);
        var expected = words.isEmpty() ? "^$" : words.replace(".", "\\.");
        assertThat(field(page, label)).hasAccessibleDescription(Pattern.compile(expected));
    }
}
