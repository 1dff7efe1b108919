package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The console in a real browser: who gets in, products, the form of a sale, and switches.
class ConsoleInBrowserTest extends ConsolePages {

    private static final String LOADED =
            """
            () => performance.getEntriesByType('resource').map(file => file.name).join(' ')
            """;

    @Test
    void a_wrong_key_is_refused_and_the_right_one_leads_on() throws Exception {
        var tab = open("/console#/products", View.DESKTOP);
        var page = tab.page();
        var key = page.getByLabel("Operator key");
        assertThat(key).isVisible();
        var loaded = (String) page.evaluate(LOADED);
        assertTrue(loaded.contains("/assets/LogIn-"), loaded);
        assertTrue(!loaded.contains("/assets/Live-"), loaded);

        button(page, "Log in").click();
        assertThat(page.getByRole(AriaRole.ALERT)).hasText("Enter the operator key.");
        key.fill("wrong");
        button(page, "Log in").click();
        assertThat(page.getByRole(AriaRole.ALERT)).containsText("not the operator key");
        key.fill(OPERATOR_KEY);
        button(page, "Log in").click();

        assertThat(page.locator("h1")).hasText("Products");
        page.reload();
        assertThat(page.locator("h1")).hasText("Products");
        page.context().setOffline(true);
        button(page, "Log out").click();
        assertThat(page.getByText("The server cannot be reached").first()).isVisible();
        page.context().setOffline(false);
        button(page, "Log out").click();
        assertThat(page.getByLabel("Operator key")).isVisible();
        page.navigate("/console#/switches");
        assertThat(page.getByLabel("Operator key")).isVisible();
    }

    @Test
    void a_session_that_ends_leads_back_to_the_log_in() {
        var tab = console("/switches", View.DESKTOP);
        var page = tab.page();
        assertThat(page.locator("h1")).hasText("Switches");
        // The page asks again by itself; the next to find out shall be the one that is clicked at.
        page.route("**/admin/switches", route -> {});
        page.context().clearCookies();

        page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName("Sales")).click();

        assertThat(page.getByLabel("Operator key")).isVisible();
        page.getByLabel("Operator key").fill(OPERATOR_KEY);
        button(page, "Log in").click();
        assertThat(page.locator("h1")).hasText("Sales");
    }

    @Test
    void language_and_colours_are_chosen_and_kept() {
        var tab = console("/", View.DESKTOP);
        var page = tab.page();
        button(page, "中文").click();
        assertThat(page.locator("html")).hasAttribute("lang", "zh-CN");
        assertThat(page.locator("h1")).hasText("当前");
        button(page, "深色模式").click();
        assertThat(page.locator("html")).hasClass("dark");
        page.reload();
        assertThat(page.locator("h1")).hasText("当前");
        assertThat(page.locator("html")).hasClass("dark");
    }

    @Test
    void a_product_is_added_changed_and_removed() throws Exception {
        var tab = console("/products", View.DESKTOP);
        var page = tab.page();
        button(page, "Add product").first().click();
        page.getByLabel("Address of the picture").fill("phone.svg");
        button(page, "Save").click();
        assertThat(page.getByText("A product needs a name.")).isVisible();
        assertThat(page.getByText("The address must begin with /")).isVisible();
        page.getByLabel("Name").fill("Phone X");
        page.getByLabel("Address of the picture").fill("/favicon.svg");
        button(page, "Save").click();
        assertThat(page.locator("li h2")).hasText("Phone X");
        assertThat(page.locator("li img")).isVisible();

        button(page, "Edit").click();
        page.getByLabel("Name").fill("Phone Y");
        button(page, "Save").click();
        assertThat(page.locator("li h2")).hasText("Phone Y");
        button(page, "Remove").click();
        agree(page, "Remove");
        assertThat(page.getByText("No products yet")).isVisible();
        tab.assertQuiet();
    }

    @Test
    void a_sale_is_drafted_with_errors_explained_before_and_after_the_server() throws Exception {
        newProduct("Phone X");
        var gone = newProduct("Phone Z");
        var tab = console("/sales/new", View.DESKTOP);
        var page = tab.page();
        assertThat(page.getByLabel("Title")).isVisible();
        page.getByLabel("Gate factor").fill("0");
        button(page, "Save draft").click();
        assertThat(page.getByText("A sale needs a title.")).isVisible();
        assertThat(page.getByText("A whole number from 1 to 1000.")).isVisible();
        assertThat(page.getByText("Choose a product.")).isVisible();
        assertThat(page.getByLabel("Title")).isFocused();

        page.getByLabel("Title").fill("Singles' Day");
        page.getByLabel("Gate factor").fill("5");
        page.getByLabel("Product").selectOption("Phone Z");
        operator().delete("/admin/products/" + gone).is(204);
        page.getByLabel("Price (CNY)", new Page.GetByLabelOptions().setExact(true)).fill("1999");
        page.getByLabel("List price (CNY)").fill("3999.50");
        button(page, "Save draft").click();
        assertThat(page.getByLabel("Product")).hasAttribute("aria-invalid", "true");
        assertThat(page.locator(".note.bad")).isVisible();
        page.getByLabel("Product").selectOption("Phone X");
        button(page, "Save draft").click();

        assertThat(page.locator("h1")).hasText("Singles' Day");
        var sale = operator().get("/admin/sales").is(200);
        assertEquals(199_900, sale.number("sales/0/offers/0/price/amount"));
        assertEquals(399_950, sale.number("sales/0/offers/0/listPrice/amount"));
        assertEquals("DRAFT", sale.text("sales/0/state"));
    }

    @Test
    void switches_are_explained_and_turned() throws Exception {
        var tab = console("/switches", View.DESKTOP);
        var page = tab.page();
        var one =
                page.getByRole(
                        AriaRole.SWITCH, new Page.GetByRoleOptions().setName("No new passes"));
        one.locator("xpath=..").click();
        assertThat(page.getByRole(AriaRole.DIALOG)).containsText("Passes that are out stay good");
        agree(page, "Turn on");
        assertThat(one).isChecked();
        assertTrue(operator().get("/admin/switches").json().get("noNewPasses").asBoolean());
        assertThat(one).isEnabled();
        one.locator("xpath=..").click();
        assertThat(one).not().isChecked();
        tab.assertQuiet();
    }

    @Test
    void a_published_sale_changes_only_in_what_was_not_promised() throws Exception {
        var id = openSale("Singles' Day", 100).text("saleId");
        var tab = console("/sales/" + id + "/edit", View.DESKTOP);
        var page = tab.page();
        assertThat(page.getByLabel("Opens")).isDisabled();
        page.getByLabel("Gate factor").fill("9");
        button(page, "Save").click();
        assertThat(page.locator("h1")).hasText("Singles' Day");
        assertEquals(9, operator().get("/admin/sales/" + id).number("gateFactor"));
        assertThat(page).hasURL(Pattern.compile("#/sales/" + id + "$"));
    }
}
