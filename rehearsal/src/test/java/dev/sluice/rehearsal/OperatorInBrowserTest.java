package dev.sluice.rehearsal;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByLabelOptions;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.Page.ScreenshotOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.IsVisibleOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What an operator does with a sale before its day, in a real browser, on a real server and with a
/// real crowd: create it, rehearse it, watch the crowd arrive, pause, restock and resume.
@Timeout(600)
class OperatorInBrowserTest {
    private static final double PATIENCE = 120_000;
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final String UNITS = "30";
    private static final String MORE = "50";
    private static final String GIVEN_UP = "closed before the connection is established";

    /// More than the first 30 units, and no more than there are after 50 have been added.
    private static final Pattern BEYOND_FIRST_STOCK = Pattern.compile("^(3[1-9]|[4-7][0-9]|80)$");

    /// At least the 50 that were added; others may have come back.
    private static final Pattern ADDED = Pattern.compile("^([5-7][0-9]|80)$");

    @TempDir Path folder;

    @Test
    void a_sale_is_created_and_rehearsed_and_its_crowd_watched_paused_restocked_and_resumed()
            throws Exception {
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE);
        try (var server = TestServer.start(folder);
                var browser = new Browser()) {
            var address = server.uri().resolve("/console#/products");
            var tab = browser.open(address, 1280, 900, ColorScheme.LIGHT);
            var page = tab.page();
            page.setDefaultTimeout(PATIENCE);
            page.getByLabel("Operator key").fill(TestServer.KEY);
            button(page, "Log in").click();

            addProduct(page);
            createSale(page);
            rehearse(page);
            watch(page);
            steer(page);
            judge(page);

            // Advice on how to write pages is no complaint.
            tab.complaints().removeIf(complaint -> complaint.startsWith("verbose: "));
            // Nor is that a page gave a socket up because the server was slow to answer.
            tab.complaints().removeIf(complaint -> complaint.contains(GIVEN_UP));
            assertEquals(List.of(), tab.complaints());
        }
    }

    private static void addProduct(Page page) {
        button(page, "Add product").first().click();
        page.getByLabel("Name").fill("Phone X");
        page.getByLabel("Address of the picture").fill("/favicon.svg");
        button(page, "Save").click();
        assertThat(page.locator("li h2")).hasText("Phone X");
    }

    private static void createSale(Page page) {
        link(page, "Sales").click();
        button(page, "New sale").first().click();
        page.getByLabel("Title").fill("Autumn sale");
        page.getByLabel("Opens").fill("2090-11-11T20:00");
        page.getByLabel("Closes").fill("2090-11-11T22:00");
        page.getByLabel("Product").selectOption("Phone X");
        page.getByLabel("Price (CNY)", new GetByLabelOptions().setExact(true)).fill("1999");
        page.getByLabel("Stock").fill(UNITS);
        page.getByLabel("Challenge").selectOption("none");
        button(page, "Save draft").click();
        assertThat(page.locator("h1")).hasText("Autumn sale");
        button(page, "Publish").click();
        agree(page, "Publish");
        assertThat(page.locator(".head .badge")).hasText("Upcoming");
    }

    private static void rehearse(Page page) {
        button(page, "Rehearse").click();
        page.getByLabel("Buyers").fill("500");
        page.getByLabel("Seconds open").fill("150");
        button(page, "Start").click();
        assertThat(page.getByRole(AriaRole.DIALOG).getByRole(AriaRole.STATUS)).isVisible();
        shoot(page, "console-rehearse-waiting");
        assertThat(page.locator("h1")).hasText("Rehearsal: Autumn sale");
    }

    private static void watch(Page page) {
        var arrived = page.locator("[data-funnel=arrived]");
        assertThat(arrived).not().hasText("0");
        var first = arrived.textContent();
        assertThat(arrived).not().hasText(first);
        assertThat(page.locator("[data-funnel=won]")).hasText(Pattern.compile("[1-9]"));
        assertThat(page.locator("[data-place=free]")).hasText("0");
        assertThat(page.locator("[data-light]")).hasAttribute("data-light", "green");
        shoot(page, "console-rehearse-live");
    }

    private static void steer(Page page) {
        button(page, "Pause").click();
        agree(page, "Pause");
        assertThat(page.locator(".head .badge")).hasText("Paused");
        button(page, "Restock").click();
        page.getByLabel("Units to add").fill(MORE);
        button(page, "Restock").last().click();
        assertThat(page.locator("[data-place=free]")).hasText(ADDED);
        button(page, "Resume").click();
        agree(page, "Resume");
        assertThat(page.locator(".head .badge")).hasText("Open");
        assertThat(page.locator("[data-place=paid]")).hasText(BEYOND_FIRST_STOCK);
        assertThat(page.locator("[data-light]")).hasAttribute("data-light", "green");
        shoot(page, "console-rehearse-resumed");
        // The rehearsal ends with its sale, so that nobody has to be quick here.
        button(page, "Close").click();
        agree(page, "Close");
        assertThat(page.locator(".head .badge")).hasText("Closed");
    }

    private static void judge(Page page) {
        button(page, "Rehearsals").click();
        var row = page.locator("[data-rehearsal]");
        assertThat(row).containsText("A copy of Autumn sale");
        var link = link(page, "Report");
        assertThat(link).isVisible(new IsVisibleOptions().setTimeout(2 * PATIENCE));
        shoot(page, "console-rehearse-ended");
        var report = page.waitForPopup(link::click);
        var said = report.locator("h1").textContent();
        assertEquals("All ten promises held", said, () -> report.locator("body").innerText());
        assertThat(row).containsText("All promises held");
        assertThat(report.getByText("An operator added 50 units while it ran.")).isVisible();
        row.getByText("Autumn sale").click();
        assertThat(page.locator("h1")).hasText("Autumn sale");
        assertThat(page.locator("[data-place=free]")).hasText(UNITS);
    }

    private static Locator button(Page page, String name) {
        return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name).setExact(true));
    }

    private static Locator link(Page page, String name) {
        return page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName(name).setExact(true));
    }

    /// Agrees to what the box in the middle asks.
    private static void agree(Page page, String act) {
        page.getByRole(AriaRole.DIALOG)
                .getByRole(
                        AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(act).setExact(true))
                .click();
    }

    private static void shoot(Page page, String name) {
        var file = SCREENSHOTS.resolve(name + "-desktop-en.png");
        page.screenshot(new ScreenshotOptions().setPath(file).setFullPage(true));
    }
}
