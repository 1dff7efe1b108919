package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import org.junit.jupiter.api.Test;

/// The console without a mouse. Nothing here clicks: all is done with Tab, Enter, Space, arrows and
/// Escape, and whoever does so always sees where they are.
class ConsoleKeyboardInBrowserTest extends ConsolePages {

    private static final int TABS_MAX = 60;

    /// The name of something, as screen readers say it, roughly.
    private static final String NAME =
            "(at => at.ariaLabel ?? at.labels?.[0]?.innerText ?? at.innerText.trim())";

    private static final String FOCUSED = "() => " + NAME + "(document.activeElement)";

    /// Whether there is something of that name that can have the focus.
    private static final String IS_THERE =
            "name => [...document.querySelectorAll('a, button, input, select')]"
                    + ".some(each => "
                    + NAME
                    + "(each) === name)";

    /// Whether a line is drawn around what has the focus, or around what stands for it.
    private static final String IS_SEEN =
            """
            () => {
                const at = document.activeElement
                return [at, at.closest('.el-input__wrapper'), at.nextElementSibling]
                    .filter(part => part !== null)
                    .map(part => getComputedStyle(part))
                    .some(style => style.outlineStyle === 'solid' && style.outlineWidth === '2px')
            }
            """;

    private static final String IS_INSIDE =
            "() => document.activeElement.closest('[role=dialog]') !== null";

    @Test
    void a_sale_is_made_published_and_a_switch_turned_with_the_keyboard_alone() throws Exception {
        var tab = open("/console", View.DESKTOP);
        var page = tab.page();
        assertThat(page.getByLabel("Operator key")).isVisible();
        tabTo(page, "Operator key");
        page.keyboard().type(OPERATOR_KEY);
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).hasText("Now");
        tabTo(page, "Products");
        page.keyboard().press("Enter");
        addProduct(tab);
        draftSale(tab);
        publish(page);
        turnSwitch(tab);
        tab.assertQuiet();
    }

    private static void addProduct(Tab tab) throws Exception {
        var page = tab.page();
        assertThat(page.locator("h1")).hasText("Products");
        tabTo(page, "Add product");
        page.keyboard().press("Enter");
        var dialog = page.getByRole(AriaRole.DIALOG);
        assertThat(dialog).isVisible();
        assertFocused(page, "Name");
        tab.assertAccessible();
        assertFocusStaysInside(page);
        page.keyboard().press("Escape");
        assertThat(dialog).not().isVisible();
        assertFocused(page, "Add product");
        page.keyboard().press("Enter");
        assertFocused(page, "Name");
        tabTo(page, "Save");
        page.keyboard().press("Enter");
        assertFocused(page, "Name");
        page.keyboard().type("Phone X");
        page.keyboard().press("Enter");
        assertThat(dialog).not().isVisible();
        assertThat(page.locator("li h2")).hasText("Phone X");
    }

    private static void draftSale(Tab tab) {
        var page = tab.page();
        backTo(page, "Now");
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).hasText("Now");
        tabTo(page, "New sale");
        page.keyboard().press("Enter");
        assertThat(page.getByLabel("Title")).isVisible();
        tabTo(page, "Title");
        page.keyboard().type("Spring sale");
        tabTo(page, "Product");
        page.keyboard().press("ArrowDown");
        tabTo(page, "Price (CNY)");
        page.keyboard().type("1999");
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).hasText("Spring sale");
    }

    private static void publish(Page page) {
        tabTo(page, "Publish");
        page.keyboard().press("Enter");
        var box = page.getByRole(AriaRole.DIALOG);
        assertThat(box).isVisible();
        assertFocusStaysInside(page);
        page.keyboard().press("Escape");
        assertThat(box).not().isVisible();
        assertFocused(page, "Publish");
        page.keyboard().press("Enter");
        assertThat(box).isVisible();
        tabTo(page, "Publish");
        page.keyboard().press("Enter");
        assertThat(page.locator(".head .badge")).hasText("Upcoming");
    }

    private void turnSwitch(Tab tab) throws Exception {
        var page = tab.page();
        backTo(page, "Switches");
        page.keyboard().press("Enter");
        assertThat(page.locator("h1")).hasText("Switches");
        assertThat(page.locator(".el-switch").first()).isVisible();
        tabTo(page, "No registration");
        page.keyboard().press("Space");
        assertThat(page.getByRole(AriaRole.DIALOG)).isVisible();
        tab.assertAccessible();
        tabTo(page, "Turn on");
        page.keyboard().press("Space");
        assertThat(page.locator(".on")).containsText("No registration");
        assertTrue(operator().get("/admin/switches").json().get("noRegistration").asBoolean());
    }

    @Test
    void parked_claims_are_dropped_and_retried_with_the_keyboard_alone() throws Exception {
        var offer = openSale("Singles' Day", 10).text("offers/0/offerId");
        parkedClaim(offer);
        parkedClaim(offer);
        var page = console("/parked", View.DESKTOP).page();
        assertThat(page.locator("[data-claim]")).hasCount(2);
        tabTo(page, "Drop");
        page.keyboard().press("Enter");
        assertThat(page.getByRole(AriaRole.DIALOG)).isVisible();
        tabTo(page, "Drop");
        page.keyboard().press("Enter");
        assertThat(page.locator("[data-claim]")).hasCount(1);
        tabTo(page, "Retry");
        page.keyboard().press("Space");
        assertThat(page.getByText("Nothing is parked")).isVisible();
    }

    private static void tabTo(Page page, String name) {
        press(page, "Tab", name);
    }

    private static void backTo(Page page, String name) {
        press(page, "Shift+Tab", name);
    }

    private static void press(Page page, String key, String name) {
        page.waitForFunction(IS_THERE, name);
        for (int i = 0; i < TABS_MAX; i++) {
            page.keyboard().press(key);
            if (!page.evaluate(FOCUSED).equals(name)) continue;
            assertEquals(true, page.evaluate(IS_SEEN), () -> "the focus on " + name + " is seen");
            return;
        }
        throw new AssertionError(key + " does not lead to " + name);
    }

    private static void assertFocused(Page page, String name) {
        page.waitForFunction("name => (" + FOCUSED + ")() === name", name);
    }

    private static void assertFocusStaysInside(Page page) {
        for (int i = 0; i < 8; i++) {
            page.keyboard().press("Tab");
            assertEquals(true, page.evaluate(IS_INSIDE));
        }
        page.keyboard().press("Shift+Tab");
        assertEquals(true, page.evaluate(IS_INSIDE));
    }
}
