package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ScreenshotScale;
import dev.sluice.contracts.Thorough;
import dev.sluice.server.admin.AdminTest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Pictures of every page and state of the console in both languages, on a desk and on a phone. The
/// server is brought into one state after the other, and an operator for each view looks at it.
/// None of what they see is wider than their window, and axe looks over the shoulder of the first
/// wherever a page or a part of it is new.
class ConsoleGalleryTest extends ConsolePages {

    /// Both languages and both widths; in a run of everything each of them with each.
    private static final List<View> VIEWS =
            Thorough.isOn()
                    ? List.of(
                            View.DESKTOP,
                            View.DESKTOP.in("zh-CN"),
                            View.PHONE,
                            View.PHONE.in("zh-CN"))
                    : List.of(View.DESKTOP, View.PHONE.in("zh-CN"));

    private static final Set<String> CHECKED =
            Set.of(
                    "login-wrong",
                    "home-none",
                    "home",
                    "products",
                    "product-errors",
                    "sales",
                    "sales-offline",
                    "publish-question",
                    "sale-errors",
                    "sale-published",
                    "live-open",
                    "live-red",
                    "restock",
                    "ledger",
                    "parked",
                    "switches-on",
                    "rehearsals-some",
                    "rehearsals-off",
                    "no-page");

    private static final String PICTURES_ARE_THERE =
            "() => Promise.all([...document.images].map(image => image.decode()))";

    private static final String SAVE = "main button[type=submit]";
    private static final String ADD = "main .page-head .el-button--primary";
    private static final String DIALOG = ".el-dialog";
    private static final String QUESTION = ".el-message-box";

    private final List<Tab> tabs = new ArrayList<>();

    @Test
    void every_page_is_seen_before_anything_is_sold() throws IOException {
        for (var view : VIEWS) tabs.add(open("/console", view));
        look("login", "form", page -> {});
        look("login-wrong", ".error", page -> logIn(page, "wrong"));
        act(page -> logIn(page, OPERATOR_KEY));
        visit("home-none", "/", ".start");
        visit("products-none", "/products", ".empty");
        visit("sales-none", "/sales", ".empty");
        visit("sale-new-no-products", "/sales/new", "fieldset");
        visit("parked-none", "/parked", ".empty");
        visit("switches-off", "/switches", ".el-switch");
        look("switch-question", QUESTION, page -> page.locator(".el-switch").first().click());
        leave(QUESTION);
        visit("no-page", "/nowhere", ".empty");
        visit("no-sale", "/sales/0ns7d2k8v0w1a", ".empty");
        visit("no-sale-to-edit", "/sales/0ns7d2k8v0w1a/edit", ".empty");
        visit("no-offer", "/offers/0ns7d2k8v0w1a/ledger", ".empty");
        var phones = tabs.stream().filter(tab -> tab.view().isPhone()).toList();
        for (var tab : phones) {
            tab.page().locator(".menu").click();
            assertThat(tab.page().locator("nav")).isVisible();
            shoot(tab, "menu");
        }
        phones.getFirst().assertAccessible();
    }

    private static void logIn(Page page, String key) {
        page.locator("input[type=password]").fill(key);
        page.locator("button[type=submit]").click();
    }

    /// A sale in each state.
    private record Stock(
            Answer draft, Answer coming, Answer paused, Answer closed, Answer gone, Answer open) {

        List<Answer> sales() {
            return List.of(draft, coming, paused, closed, gone, open);
        }
    }

    @Test
    void every_page_is_seen_while_much_goes_on() throws Exception {
        var stock = stock();
        for (var view : VIEWS) tabs.add(console("/", view));
        sales(stock.draft);
        forms(stock.draft, stock.coming);
        live(stock.sales());
        desk(stock.open.text("offers/1/offerId"));
        rehearsals();
        for (var tab : tabs) tab.assertQuiet();
        offline();
    }

    private Stock stock() {
        var watch = newProduct("Meridian watch", "Steel, sapphire glass.", "/demo/watch.svg");
        var phones = newProduct("Hush headphones", "Wireless.", "/demo/headphones.svg");
        var camera = newProduct("Halcyon 相机", "限量版。", "/demo/camera.svg");
        var lamp = newProduct("Firefly desk lamp", "Warm light, dimmable.", "/demo/lamp.svg");
        var lamps = offer(lamp, 4_900, 500);
        var draft = draft(sale("Winter sale", hours(200), lamps, offer(watch, 199_900, 80)));
        var watches = offer(watch, 199_900, 1_200);
        var coming = publish(sale("Black Friday 黑色星期五", hours(30), watches, lamps));
        publish(sale("Lunch-break deals", hours(2), offer(phones, 39_900, 50)));
        var paused = publish(sale("Camera week", hours(-1), offer(camera, 9_900, 40)));
        operator().post("/admin/sales/" + paused.text("saleId") + "/pause").is(200);
        var closed = publish(sale("Early birds", hours(-1), offer(lamp, 4_900, 30)));
        operator().post("/admin/sales/" + closed.text("saleId") + "/close").is(200);
        var gone = publish(sale("Five cameras", hours(-1), offer(camera, 9_900, 5)));
        crowdOut(gone.text("offers/0/offerId"), 30);
        var few = offer(watch, 199_900, 60);
        var many = offer(phones, 39_900, 200);
        var open = publish(sale("双十一限量抢购 Singles' Day", hours(-1), few, many));
        crowdOut(open.text("offers/0/offerId"), 80);
        crowdOut(open.text("offers/1/offerId"), 30);
        return new Stock(draft, coming, paused, closed, gone, open);
    }

    private static Duration hours(int hours) {
        return Duration.ofHours(hours);
    }

    /// Has so many buyers claim, and waits until all is settled.
    private void crowdOut(String offer, int buyers) {
        for (var visitor : crowd(buyers, offer)) claim(offer, visitor);
        AdminTest.await(() -> sluice.engine().ports().queue().depth() == 0);
        AdminTest.await(() -> audit(offer).number("held") == 0);
    }

    private void sales(Answer draft) throws IOException {
        visit("home", "/", "[data-place=unpaid]");
        byNight("home");
        visit("sales", "/sales", ".sales li");
        byNight("sales");
        var publish = "[data-sale='" + draft.text("saleId") + "'] .el-button--primary";
        look("publish-question", QUESTION, page -> page.locator(publish).click());
        leave(QUESTION);
        visit("products", "/products", ".products li img");
        look("product", DIALOG, page -> page.locator("li .el-button").first().click());
        leave(DIALOG);
        look(
                "product-errors",
                DIALOG + " .error",
                page -> {
                    page.locator(ADD).click();
                    page.locator(DIALOG + " input").last().fill("http://cdn.example/phone.png");
                    page.locator(DIALOG + " [type=submit]").click();
                });
        leave(DIALOG);
    }

    private void forms(Answer draft, Answer coming) throws IOException {
        visit("sale-new", "/sales/new", "fieldset");
        look("sale-errors", ".note.bad", page -> page.locator(SAVE).click());
        visit("sale-draft", "/sales/" + draft.text("saleId") + "/edit", "fieldset input");
        byNight("sale-draft");
        visit("sale-published", "/sales/" + coming.text("saleId") + "/edit", "fieldset input");
        act(page -> page.locator("main input").first().fill("Black Friday"));
        look("leave-question", QUESTION, page -> go(page, "/"));
        act(page -> page.locator(QUESTION + " .el-button--primary").click());
    }

    private void live(List<Answer> sales) throws Exception {
        var names = List.of("draft", "upcoming", "paused", "closed", "sold-out", "open");
        for (int at = 0; at < names.size(); at++) {
            var route = "/sales/" + sales.get(at).text("saleId");
            visit("live-" + names.get(at), route, "[data-light=green]");
        }
        byNight("live-open");
        look("restock", DIALOG, page -> page.locator("[data-offer] .el-button").first().click());
        leave(DIALOG);
        var many = sales.getLast().text("offers/1/offerId");
        loseUnit(many);
        look("live-red", "main [data-light=red]", page -> {});
        findUnit(many);
    }

    private void desk(String offer) throws Exception {
        visit("ledger", "/offers/" + offer + "/ledger", "tbody tr");
        byNight("ledger");
        var ledger = operator().get("/admin/offers/" + offer + "/ledger").is(200);
        var order = ledger.text("movements/1/orders/0/orderId");
        look("ledger-found", "tbody tr:only-child", page -> find(page, order));
        look("ledger-nothing", ".empty", page -> find(page, "0ns7d2k8v0w1a"));
        look("ledger-bad", ".error", page -> find(page, "no such id!"));
        parkedClaim(offer);
        parkedClaim(offer);
        visit("parked", "/parked", "[data-claim]");
        byNight("parked");
        look("drop-question", QUESTION, page -> page.locator(".el-button--danger").first().click());
        leave(QUESTION);
        visit("switches-on", "/switches", ".on");
        byNight("switches-on");
        visit("home-alarms", "/", ".alarm");
        operator().put("/admin/switches", Map.of("holdSettlement", false)).is(200);
    }

    private static void find(Page page, String id) {
        page.locator(".find input").fill(id);
        page.locator(SAVE).click();
    }

    private void rehearsals() throws IOException {
        var answer =
                """
                {"allowed": true, "rehearsals": [
                    {"rehearsalId": "0ns7d2k8v0w1d", "scenario": "hostile", "buyers": 50000,
                     "startedAt": "2026-11-11T10:00:00Z", "state": "RUNNING",
                     "progress": "32,108 of 50,000 buyers have an answer",
                     "saleId": "0ns7d2k8v0w1a"},
                    {"rehearsalId": "0ns7d2k8v0w1c", "scenario": "typical", "buyers": 2000,
                     "startedAt": "2026-11-11T09:30:00Z", "state": "ENDED",
                     "endedAt": "2026-11-11T09:31:00Z", "saleId": "0ns7d2k8v0w1a",
                     "verdict": {"holds": true, "headline": "100 units sold to 100 buyers"}},
                    {"rehearsalId": "0ns7d2k8v0w1b", "scenario": "calm", "buyers": 300,
                     "startedAt": "2026-11-11T09:00:00Z", "state": "FAILED",
                     "endedAt": "2026-11-11T09:00:01Z", "failure": "The process ended early."}]}
                """;
        fulfill("**/admin/rehearsals", "{\"allowed\": true, \"rehearsals\": []}");
        visit("rehearsals", "/rehearsals", "form");
        fulfill("**/admin/rehearsals", answer);
        act(page -> go(page, "/"));
        visit("rehearsals-some", "/rehearsals", "[data-rehearsal]");
        fulfill("**/admin/rehearsals", "{\"allowed\": false, \"rehearsals\": []}");
        act(page -> go(page, "/"));
        visit("rehearsals-off", "/rehearsals", ".off");
    }

    private void fulfill(String address, String json) {
        var fulfilled = new com.microsoft.playwright.Route.FulfillOptions();
        fulfilled.setContentType("application/json").setBody(json);
        act(page -> page.route(address, route -> route.fulfill(fulfilled)));
    }

    private void offline() throws IOException {
        act(page -> go(page, "/sales"));
        act(page -> assertThat(page.locator(".sales li").first()).isVisible());
        act(page -> page.context().setOffline(true));
        look("sales-offline", ".note.warn", page -> {});
        act(page -> go(page, "/parked"));
        look("parked-offline", ".empty", page -> {});
    }

    private void act(Consumer<Page> act) {
        for (var tab : tabs) act.accept(tab.page());
    }

    private static void go(Page page, String route) {
        page.evaluate("route => { location.hash = route }", route);
    }

    /// Presses Escape until what is in the way is gone.
    private void leave(String overlay) {
        act(page -> {
            page.keyboard().press("Escape");
            assertThat(page.locator(overlay)).not().isVisible();
        });
    }

    private void visit(String name, String route, String sign) throws IOException {
        look(name, "main " + sign, page -> go(page, route));
    }

    private void look(String name, String sign, Consumer<Page> before) throws IOException {
        act(before);
        for (var tab : tabs) {
            assertThat(tab.page().locator(sign).first()).isVisible();
            tab.page().evaluate(PICTURES_ARE_THERE);
            shoot(tab, name);
            tab.assertFits();
        }
        if (CHECKED.contains(name)) tabs.getFirst().assertAccessible();
    }

    /// All of a page, or what is in the window when something stands before it. A point is a pixel,
    /// which is fine enough to look at and takes a quarter of the time.
    private static void shoot(Tab tab, String name) throws IOException {
        var covers = tab.page().locator(DIALOG + ":visible, " + QUESTION + ":visible");
        tab.page()
                .screenshot(
                        new Page.ScreenshotOptions()
                                .setPath(tab.picture("console-" + name))
                                .setFullPage(covers.count() == 0)
                                .setScale(ScreenshotScale.CSS));
    }

    /// What stands there, as the first and the last see it who have set their machine to dark
    /// colours.
    private void byNight(String name) throws IOException {
        for (var tab : List.of(tabs.getFirst(), tabs.getLast())) {
            var page = tab.page();
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
            assertThat(page.locator("html")).hasClass("dark");
            var dark = new Tab(page, tab.view().dark(), List.of());
            shoot(dark, name);
            if (tab == tabs.getFirst()) dark.assertAccessible();
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
        }
    }
}
