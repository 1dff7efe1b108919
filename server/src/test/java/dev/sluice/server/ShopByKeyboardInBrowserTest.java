package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.fail;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.sluice.sale.Sale.ChallengeKind;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Somebody who has a keyboard and no mouse.
class ShopByKeyboardInBrowserTest extends ShopPages {

    private static final int TABS_MAX = 20;
    private static final String HAS_FOCUS = "e => e === document.activeElement";
    private static final String FOCUS_IS_INSIDE = "e => e.contains(document.activeElement)";
    private static final String OUTLINE = "e => getComputedStyle(e).outlineStyle";

    @Test
    void from_the_list_to_a_paid_order_without_a_mouse() {
        var session = session();
        sale(Plan.usual().with(ChallengeKind.MATH));
        var page = open(buyer(View.DESKTOP, session), "/", View.DESKTOP).page();
        reach(page, link(page, "Singles' Day"));
        press(page, "Enter");
        assertIsToldOf(page, "Singles' Day");
        reach(page, link(page, "Meridian watch"));
        press(page, "Enter");
        assertIsToldOf(page, "Meridian watch");
        reach(page, button(page, "One more"));
        press(page, "Space");
        reach(page, button(page, "Buy now"));
        press(page, "Enter");
        solveInDialog(page);

        shows(page, "You got it!");
        assertIsToldOf(page, "You got it!");
        reach(page, button(page, "Pay ¥3,998"));
        press(page, "Enter");
        assertThat(page).hasURL(Pattern.compile(".*/sandbox/.*"));
        reach(page, button(page, "Pay"));
        press(page, "Enter");
        reach(page, link(page, "Back to the shop"));
        press(page, "Enter");
        assertThat(page.getByText("Thank you. It is yours.")).isVisible();
        assertEquals("PAID", api.as(session).get("/orders").text("orders/0/status"));
    }

    private void solveInDialog(Page page) {
        var field = page.getByLabel("Result");
        assertThat(field).isFocused();
        press(page, "Escape");
        assertThat(page.locator("dialog")).hasCount(0);
        assertThat(button(page, "Buy now")).isFocused();
        press(page, "Enter");
        assertThat(field).isFocused();
        assertKeepsFocus(page, page.locator("dialog"));
        reach(page, field);
        page.keyboard().type(answerTo(picture(page)));
        press(page, "Enter");
    }

    /// Goes on with the tab key until this has the focus, and sees that it has.
    private static void reach(Page page, Locator wanted) {
        assertThat(wanted).isVisible();
        for (int i = 0; i < TABS_MAX; i++) {
            press(page, "Tab");
            if (wanted.evaluate(HAS_FOCUS).equals(true)) {
                assertNotEquals("none", wanted.evaluate(OUTLINE));
                return;
            }
        }
        fail("the tab key does not lead to " + wanted + " on " + page.url());
    }

    private static void press(Page page, String key) {
        page.keyboard().press(key);
    }

    /// The page that follows has its title, a screen reader says so, and the tab key goes on there.
    private static void assertIsToldOf(Page page, String title) {
        assertThat(page).hasTitle(title + " · Sluice");
        assertThat(page.locator("[aria-live=polite].unseen")).hasText(title);
        assertThat(page.locator("main")).isFocused();
    }

    private static void assertKeepsFocus(Page page, Locator dialog) {
        for (int i = 0; i < TABS_MAX; i++) {
            press(page, "Tab");
            var isOut = page.evaluate("() => document.activeElement !== document.body");
            if (isOut.equals(true)) assertEquals(true, dialog.evaluate(FOCUS_IS_INSIDE));
        }
    }

    @Test
    void an_order_is_kept_and_then_cancelled_and_the_focus_stays_with_it() {
        var session = session();
        var order = buyElsewhere(sale(Plan.usual()), session, 1);
        var page = open(buyer(View.PHONE, session), "/orders/" + order, View.PHONE).page();
        var cancel = button(page, "Cancel this order");
        reach(page, cancel);
        press(page, "Space");
        assertThat(button(page, "Keep it")).isFocused();
        press(page, "Escape");
        assertThat(cancel).isFocused();
        press(page, "Enter");
        reach(page, button(page, "Yes, cancel it"));
        press(page, "Enter");

        assertThat(page.getByText("You cancelled this order.")).isVisible();
        assertThat(page.locator(".panel")).isFocused();
    }

    @Test
    void the_first_key_skips_what_every_page_begins_with() {
        sale(Plan.usual());
        var page = open("/", View.PHONE).page();
        assertThat(link(page, "Singles' Day")).isVisible();
        press(page, "Tab");
        var skip = page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Skip"));
        assertThat(skip).isFocused();
        press(page, "Enter");
        press(page, "Tab");

        assertThat(link(page, "Singles' Day")).isFocused();
    }
}
