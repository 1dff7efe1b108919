package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Page;
import dev.sluice.sale.Sale;
import dev.sluice.server.engine.Switches;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Every state of an offer and of an order has its page, and pages change by themselves.
class ShopStatesInBrowserTest extends ShopPages {

    @Test
    void sold_out_lifts_by_itself_when_an_order_is_cancelled() {
        var sale = sale(Plan.usual().stock(1));
        var other = session();
        var order = buyElsewhere(sale, other, 1);
        var tab = open(buyer(View.PHONE), path(sale), View.PHONE);
        var page = tab.page();
        shows(page, "Sold out");
        assertThat(page.getByText("Units may come back")).isVisible();
        api.as(other).post("/orders/" + order + "/cancel").is(200);

        assertThat(button(page, "Buy now")).isVisible();
        tab.assertQuiet();
    }

    @Test
    void what_is_left_shows_while_others_buy() {
        var sale = sale(Plan.usual().stock(4));
        var page = open(buyer(View.PHONE), path(sale), View.PHONE).page();
        assertThat(page.getByText("4 of 4 left")).isVisible();

        buyElsewhere(sale, session(), 1);

        assertThat(page.getByText("3 of 4 left")).isVisible();
    }

    @Test
    void units_that_are_paid_for_do_not_come_back() {
        var sale = sale(Plan.usual().stock(1));
        var other = session();
        var order = buyElsewhere(sale, other, 1);
        var page = open(buyer(View.PHONE), path(sale), View.PHONE).page();
        assertThat(page.getByText("Units may come back")).isVisible();

        pay(other, order);

        assertThat(page.getByText("Units may come back")).isHidden();
        shows(page, "Sold out");
    }

    @Test
    void sold_out_lifts_without_a_socket_too() {
        setSwitches(Switches.Switch.POLLING_ONLY);
        var sale = sale(Plan.usual().stock(1));
        var other = session();
        var order = buyElsewhere(sale, other, 1);
        var page = open(buyer(View.PHONE), path(sale), View.PHONE).page();
        shows(page, "Sold out");
        api.as(other).post("/orders/" + order + "/cancel").is(200);

        assertThat(button(page, "Buy now")).isVisible();
    }

    @Test
    void a_paused_sale_goes_on_and_a_closed_one_ends_on_the_open_page() {
        var sale = sale(Plan.usual());
        var page = open(buyer(View.PHONE), path(sale), View.PHONE).page();
        assertThat(button(page, "Buy now")).isVisible();
        move(sale, "pause");
        shows(page, "Paused for a moment");
        move(sale, "resume");
        assertThat(button(page, "Buy now")).isVisible();
        move(sale, "close");
        shows(page, "This sale is over");
    }

    private void move(Sale sale, String how) {
        operator().post("/admin/sales/" + sale.id() + "/" + how).is(200);
    }

    @Test
    void more_than_ones_share_is_refused_with_a_reason() {
        var session = session();
        var sale = sale(Plan.usual().perBuyer(1));
        buyElsewhere(sale, session, 1);
        var page = open(buyer(View.PHONE, session), path(sale), View.PHONE).page();
        button(page, "Buy now").click();

        shows(page, "You have your share");
    }

    @Test
    void an_order_is_listed_cancelled_after_a_question_and_can_be_bought_again() {
        var session = session();
        var sale = sale(Plan.usual());
        var order = buyElsewhere(sale, session, 1);
        var page = open(buyer(View.PHONE, session), "/orders", View.PHONE).page();
        assertThat(link(page, "Meridian watch")).isVisible();
        link(page, "Meridian watch").click();
        assertThat(page).hasURL(Pattern.compile(".*/orders/" + order));
        assertThat(button(page, "Cancel this order")).isVisible();
        button(page, "Cancel this order").click();
        button(page, "Keep it").click();
        button(page, "Cancel this order").click();
        assertThat(button(page, "Yes, cancel it")).isVisible();
        button(page, "Yes, cancel it").click();
        assertThat(page.getByText("You cancelled this order.")).isVisible();
        assertEquals("CANCELLED", api.as(session).get("/orders/" + order).text("status"));
    }

    @Test
    void money_that_comes_late_revives_the_order_while_a_unit_is_free_and_the_page_explains() {
        var session = session();
        var sale = sale(Plan.usual().stock(1));
        var paying = payLate(sale, session);
        button(paying, "Pay").click();
        link(paying, "Back to the shop").click();

        assertThat(paying.getByText("the order was revived for you")).isVisible();
        assertThat(paying.locator(".badge")).hasText("Paid");
        assertEquals("REVIVED", api.as(session).get("/orders").text("orders/0/note"));
    }

    @Test
    void money_that_comes_when_no_unit_is_left_goes_back_and_the_page_explains() {
        var sale = sale(Plan.usual().stock(1));
        var paying = payLate(sale, session());
        buyElsewhere(sale, session(), 1);
        button(paying, "Pay").click();
        link(paying, "Back to the shop").click();

        assertThat(paying.getByText("no unit was left")).isVisible();
        assertThat(paying.locator(".badge")).hasText("Refunded");
    }

    /// The payment page of an order that expires while it stands open.
    private Page payLate(Sale sale, String session) {
        var order = buyElsewhere(sale, session, 1);
        var somebody = buyer(View.PHONE, session);
        var paying = open(somebody, "/orders/" + order, View.PHONE).page();
        button(paying, "Pay").click();
        assertThat(paying).hasURL(Pattern.compile(".*/sandbox/.*"));
        clock.advance(Duration.ofMinutes(16));
        var page = open(somebody, "/orders/" + order, View.PHONE).page();
        assertThat(page.getByText("It was not paid in time")).isVisible();
        return paying;
    }

    @Test
    void what_does_not_exist_has_its_page() {
        var page = open(buyer(View.PHONE), "/sales/0ns7d2k8v0w1a", View.PHONE).page();
        shows(page, "No such sale");
        page.navigate("/offers/0ns7d2k8v0w1a");
        shows(page, "No such offer");
        page.navigate("/orders/0ns7d2k8v0w1a");
        shows(page, "No such order");
        page.navigate("/claims/Vh3kQ9_xT2mLr8Zp-4WbNc");
        shows(page, "No such claim");
    }

    @Test
    void who_is_not_logged_in_is_asked_to_and_comes_back() {
        var session = session();
        api.as(session).delete("/sessions").is(204);
        var sale = sale(Plan.usual());
        Page page = open(path(sale), View.PHONE).page();
        button(page, "Log in to buy").click();
        page.getByLabel("Phone").fill("13800001000");
        page.getByLabel("Password").fill("wrong horse");
        button(page, "Log in").click();
        assertThat(page.getByText("Phone or password is wrong.")).isVisible();
        page.getByLabel("Password").fill("correct horse");
        button(page, "Log in").click();
        assertThat(button(page, "Buy now")).isVisible();
        button(page, "Log out").click();

        assertThat(link(page, "Log in")).isVisible();
    }
}
