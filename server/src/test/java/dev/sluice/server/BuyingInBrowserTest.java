package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Response;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.sluice.sale.Sale.ChallengeKind;
import dev.sluice.server.admin.AdminTest;
import dev.sluice.server.engine.Switches;
import dev.sluice.server.json.Code;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// From the first look to the paid order, as people do it.
class BuyingInBrowserTest extends ShopPages {

    private static final Pattern CLAIM = Pattern.compile(".*/claims/.*");
    private static final Pattern CHALLENGE = Pattern.compile("/offers/.*/challenge$");

    @Override
    public Map<String, String> settings() {
        var settings = new HashMap<>(super.settings());
        settings.put("sluice.challenge.work-bits", "18");
        return settings;
    }

    @Test
    void a_newcomer_registers_waits_for_the_countdown_buys_pays_and_sees_the_order() {
        var sale = sale(Plan.usual().opensIn(Duration.ofMinutes(10)));
        var tab = open("/", View.PHONE);
        var page = tab.page();
        link(page, "Singles' Day").click();
        link(page, "Meridian watch").click();
        assertThat(page.getByRole(AriaRole.TIMER)).isVisible();
        link(page, "Log in").last().click();
        link(page, "Register").click();
        shows(page, "Create your account");
        page.getByLabel("Phone").fill("13800138000");
        button(page, "Send code").click();
        button(page, "Use code").click();
        page.getByLabel("Name").fill("Li Lei");
        page.getByLabel("Password").fill("correct horse");
        button(page, "Register").click();

        assertThat(page.getByText("You are logged in and ready.")).isVisible();
        assertThat(button(page, "Buy now")).hasCount(0);
        clock.advance(Duration.ofMinutes(10).minusSeconds(4));
        lookAgain(page);
        assertThat(button(page, "Buy now")).isVisible();
        // The page reads the server's clock from afar, and may be a moment ahead of it.
        AdminTest.await(() -> !clock.instant().isBefore(sale.opensAt()));
        button(page, "Buy now").click();

        shows(page, "You got it!");
        button(page, "Pay").click();
        assertThat(button(page, "Refuse")).isVisible();
        button(page, "Pay").click();
        link(page, "Back to the shop").click();
        assertThat(page.getByText("Thank you. It is yours.")).isVisible();
        tab.assertQuiet();
        assertEquals(path(sale), page.locator("h2 a").getAttribute("href"));
    }

    @Test
    void the_countdown_is_right_when_the_clock_of_the_machine_is_not() {
        var sale = sale(Plan.usual().opensIn(Duration.ofMinutes(119)));
        var somebody = buyer(View.PHONE);
        somebody.addInitScript(
                """
                const real = Date
                Date = class extends real {
                  constructor(...of) { of.length ? super(...of) : super(real.now() + 7200000) }
                  static now() { return real.now() + 7200000 }
                }
                """);
        var page = open(somebody, path(sale), View.PHONE).page();

        assertThat(page.getByRole(AriaRole.TIMER))
                .containsText(Pattern.compile("^01.*[0-9]{2}.*[0-9]{2}"));
        assertThat(button(page, "Buy now")).hasCount(0);
        clock.advance(Duration.ofMinutes(119).minusSeconds(4));
        lookAgain(page);
        assertThat(button(page, "Buy now")).isVisible();
    }

    @Test
    void a_sum_is_solved_also_after_a_wrong_answer_and_another_picture() {
        var sale = sale(Plan.usual().with(ChallengeKind.MATH));
        var page = open(buyer(View.PHONE), path(sale), View.PHONE).page();
        button(page, "Buy now").click();
        shows(page, "A small sum first");
        var first = picture(page);
        button(page, "Another picture").click();
        assertThat(page.locator(".sum img")).not().hasAttribute("src", first);
        page.getByLabel("Result").fill("99999");
        page.keyboard().press("Enter");
        assertThat(page.getByText("That was not it.")).isVisible();
        page.getByLabel("Result").fill(answerTo(picture(page)));
        page.keyboard().press("Enter");

        shows(page, "You got it!");
    }

    @Test
    void work_is_done_in_a_worker_and_can_be_cancelled() {
        var sale = sale(Plan.usual().with(ChallengeKind.WORK));
        var page = open(buyer(View.PHONE), path(sale), View.PHONE).page();
        // A worker that never answers, so that there is time to look and to cancel.
        page.route("**/worker-*.js", route -> {});
        button(page, "Buy now").click();
        shows(page, "Checking your browser");
        button(page, "Cancel").click();
        assertThat(page.locator("dialog")).hasCount(0);
        page.unroute("**/worker-*.js");
        button(page, "Buy now").click();

        shows(page, "You got it!");
    }

    @Test
    void a_double_click_a_reload_and_the_back_button_buy_once() {
        var session = session();
        var sale = sale(Plan.usual());
        var page = open(buyer(View.PHONE, session), path(sale), View.PHONE).page();
        // Answered once both clicks have come: the second is not for the page that follows.
        var asked = new ArrayList<Route>();
        page.route(CHALLENGE, asked::add);
        button(page, "Buy now").dblclick();
        page.waitForCondition(() -> !asked.isEmpty());
        page.unroute(CHALLENGE);
        asked.forEach(Route::resume);
        shows(page, "You got it!");
        page.reload();
        shows(page, "You got it!");
        page.goBack();
        assertThat(page.getByText("You have already asked for this one.")).isVisible();
        page.reload();
        assertThat(page.getByText("You have already asked for this one.")).isVisible();

        assertEquals(1, orders(session));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_lost_answer_is_asked_for_again_with_the_same_pass(boolean reload) {
        var session = session();
        var sale = sale(Plan.usual());
        var page = open(buyer(View.PHONE, session), path(sale), View.PHONE).page();
        // The claim arrives, its answer does not.
        page.route(
                Pattern.compile("/offers/.*/claims/"),
                route -> {
                    route.fetch();
                    route.abort();
                });
        button(page, "Buy now").click();
        assertThat(page.getByText("No word yet.")).isVisible();
        page.unrouteAll();
        if (reload) page.reload();

        shows(page, "You got it!");
        assertEquals(1, orders(session));
    }

    @Test
    void without_a_socket_the_queue_is_polled() {
        var sale = sale(Plan.usual());
        holdSettlement(Switches.Switch.POLLING_ONLY);
        var page = open(buyer(View.PHONE), path(sale), View.PHONE).page();
        button(page, "Buy now").click();
        shows(page, "You are in the queue");
        assertThat(page.getByText("Asking every few seconds")).isVisible();
        page.reload();
        shows(page, "You are in the queue");
        setSwitches(Switches.Switch.POLLING_ONLY);

        shows(page, "You got it!");
    }

    @Test
    void the_queue_hears_by_its_socket_and_survives_the_loss_of_the_network() {
        var sale = sale(Plan.usual());
        holdSettlement();
        var somebody = buyer(View.PHONE);
        var page = open(somebody, path(sale), View.PHONE).page();
        button(page, "Buy now").click();
        shows(page, "You are in the queue");
        assertThat(page.getByText("Live", new Page.GetByTextOptions().setExact(true))).isVisible();
        somebody.setOffline(true);
        assertThat(page.getByText("You are offline.")).isVisible();
        setSwitches();
        somebody.setOffline(false);

        shows(page, "You got it!");
        assertThat(page).hasURL(CLAIM);
    }

    @Test
    void the_language_is_the_browsers_until_another_is_chosen() {
        sale(Plan.usual());
        var page = open("/", View.PHONE.in("zh-CN")).page();
        shows(page, "限时秒杀");
        assertThat(page.locator("html")).hasAttribute("lang", "zh-CN");
        button(page, "English").click();
        shows(page, "Flash sales");
        page.reload();
        shows(page, "Flash sales");
        assertThat(page.locator("html")).hasAttribute("lang", "en");
    }

    @Test
    void an_unknown_address_shows_a_page_that_says_so() {
        var page = open("/", View.PHONE).page();
        Response answer = page.navigate("/nothing/here");

        assertEquals(404, answer.status());
        shows(page, "No such page");
        api.root().with("Accept", "text/html").get("/api/v1/nothing").is(Code.NOT_FOUND);
    }
}
