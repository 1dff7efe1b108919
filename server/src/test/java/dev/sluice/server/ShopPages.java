package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.Cookie;
import dev.sluice.board.BoardOffer.Availability;
import dev.sluice.contracts.Soon;
import dev.sluice.id.OfferId;
import dev.sluice.id.ProductId;
import dev.sluice.id.SaleId;
import dev.sluice.sale.Money;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Product;
import dev.sluice.sale.Sale;
import dev.sluice.sale.Sale.ChallengeKind;
import dev.sluice.server.access.Limits;
import dev.sluice.server.admin.AdminTest;
import dev.sluice.server.challenge.Challenges;
import dev.sluice.server.engine.Switches;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// What tests of the shop in a browser share: sales with pictures, buyers who are logged in, and
/// the steps that people take.
abstract class ShopPages extends BrowserTest {

    private Stage stage;

    /// How a sale differs from the usual one: open, nothing to solve, five units, two per buyer.
    record Plan(Duration opensIn, ChallengeKind challenge, int stock, int perBuyer) {

        static Plan usual() {
            return new Plan(Duration.ofSeconds(-1), ChallengeKind.NONE, 5, 2);
        }

        Plan opensIn(Duration opensIn) {
            return new Plan(opensIn, challenge, stock, perBuyer);
        }

        Plan with(ChallengeKind challenge) {
            return new Plan(opensIn, challenge, stock, perBuyer);
        }

        Plan stock(int stock) {
            return new Plan(opensIn, challenge, stock, perBuyer);
        }

        Plan perBuyer(int perBuyer) {
            return new Plan(opensIn, challenge, stock, perBuyer);
        }
    }

    /// The demo's outbox and pictures, and no limits that a test would run into.
    @Override
    public Map<String, String> settings() {
        var settings = new HashMap<String, String>();
        for (var key : Limits.defaults().keySet()) settings.put("sluice.limits." + key, "off");
        settings.put("sluice.no-demo", "false");
        return settings;
    }

    Sale sale(Plan plan) {
        var engine = sluice.engine();
        var ids = engine.ids();
        var id = new SaleId(ids.next());
        var opensAt = Instant.ofEpochMilli(clock.instant().plus(plan.opensIn).toEpochMilli());
        var offers =
                List.of(
                        offer(id, "Meridian watch", "/demo/watch.svg", plan),
                        offer(id, "Halcyon camera", "/demo/camera.svg", plan));
        engine.ports()
                .catalogue()
                .insertSale(
                        new Sale(
                                id,
                                "Singles' Day",
                                opensAt,
                                opensAt.plus(Duration.ofHours(1)),
                                Sale.Stage.DRAFT,
                                plan.challenge,
                                5,
                                Duration.ofMinutes(15),
                                Sale.Repeat.NONE,
                                Optional.empty(),
                                clock.instant(),
                                offers));
        engine.desk().move(id, Sale.Stage.PUBLISHED);
        return engine.sales().find(id).orElseThrow();
    }

    private Offer offer(SaleId sale, String name, String picture, Plan plan) {
        var ids = sluice.engine().ids();
        var product =
                new Product(
                        new ProductId(ids.next()),
                        name,
                        "Steel, sapphire glass, ten days on one charge. 精钢表壳，蓝宝石镜面。",
                        Optional.of(picture));
        sluice.engine().ports().catalogue().insertProduct(product);
        return new Offer(
                new OfferId(ids.next()),
                sale,
                product,
                new Money(199_900, "CNY"),
                Optional.of(new Money(399_900, "CNY")),
                plan.stock,
                plan.perBuyer);
    }

    static String path(Sale sale) {
        return "/offers/" + offer(sale);
    }

    static OfferId offer(Sale sale) {
        return sale.offers().getFirst().id();
    }

    /// The session of somebody new.
    String session() {
        if (stage == null) stage = new Stage(sluice, clock);
        return stage.session(api);
    }

    /// Somebody who is logged in, in a browser of their own.
    BrowserContext buyer(View view) {
        return buyer(view, session());
    }

    BrowserContext buyer(View view, String session) {
        var somebody = somebody(view);
        var cookie = new Cookie("sluice_session", session);
        somebody.addCookies(List.of(cookie.setUrl("http://127.0.0.1:" + sluice.port())));
        somebody.addInitScript("localStorage.setItem('sluice.known', '1')");
        return somebody;
    }

    static Locator button(Page page, String name) {
        return page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName(name));
    }

    static Locator heading(Page page, String name) {
        return page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setName(name));
    }

    static Locator link(Page page, String name) {
        return page.getByRole(AriaRole.LINK, new Page.GetByRoleOptions().setName(name));
    }

    static void shows(Page page, String title) {
        assertThat(heading(page, title).first()).isVisible();
    }

    /// How many orders there are of the buyer, in any state.
    int orders(String session) {
        return api.as(session).get("/orders").is(200).json().get("orders").size();
    }

    /// Somebody else takes units by the API, which may have come back a moment ago; answers the
    /// order's id.
    String buyElsewhere(Sale sale, String session, int quantity) {
        AdminTest.await(() -> isFree(offer(sale), quantity));
        var live = sluice.engine().sales().findOffer(offer(sale)).orElseThrow();
        var buyer = sluice.sessions().load(session).orElseThrow().buyer();
        var pass = sluice.engine().admission().mintUncounted(live, buyer, clock.instant());
        var path = "/offers/" + offer(sale) + "/claims/" + pass.text();
        var claim =
                api.as(session).post(path, Map.of("quantity", quantity)).is(202).text("claimId");
        var asked = "/claims/" + claim + "?wait=20";
        AdminTest.await(() -> !api.as(session).get(asked).is(200).text("status").equals("QUEUED"));
        return api.as(session).get(asked).is(200).text("orderId");
    }

    /// Whether so many units are on sale: an order ends before its units are free, and a mark may
    /// not have been set yet.
    private boolean isFree(OfferId offer, int units) {
        var engine = sluice.engine();
        boolean isOpen = engine.sales().availability(offer) == Availability.OPEN;
        return isOpen && engine.ports().store().balance(offer).orElseThrow().free() >= units;
    }

    void pay(String session, String order) {
        finish(payment(session, order));
    }

    /// Begins a payment; answers its id.
    String payment(String session, String order) {
        var method = Map.of("method", "sandbox");
        var payment = api.as(session).post("/orders/" + order + "/payments", method).is(201);
        return payment.text("paymentId");
    }

    /// What the sandbox does when somebody pays.
    void finish(String payment) {
        api.root().post("/sandbox/payments/" + payment + "/pay").is(303);
    }

    /// The address of the sum that is to be solved.
    static String picture(Page page) {
        return page.locator(".sum img").getAttribute("src");
    }

    /// What the server takes for right.
    String answerTo(String picture) {
        var id = picture.substring(picture.lastIndexOf('/') + 1, picture.length() - 4);
        var engine = sluice.engine();
        var secret = engine.secrets().of("challenge");
        var challenges = new Challenges(secret, 18, engine.world(), Optional.empty());
        return "" + challenges.sum(challenges.find(id).orElseThrow()).result();
    }

    void setSwitches(Switches.Switch... on) {
        sluice.engine().switches().set(Set.of(on));
    }

    /// Keeps settlement from taking claims.
    void holdSettlement(Switches.Switch... others) {
        var on = new HashSet<>(Set.of(others));
        on.add(Switches.Switch.HOLD_SETTLEMENT);
        sluice.engine().switches().set(on);
        Soon.until("settlement rests", sluice.engine().settlementLoop()::isResting);
    }

    /// What a page does when somebody comes back to it: it asks for the time again.
    static void lookAgain(Page page) {
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
    }
}
