package dev.sluice.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.microsoft.playwright.Page;
import dev.sluice.id.BuyerId;
import dev.sluice.sale.Sale;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.admin.AdminTest;
import dev.sluice.server.engine.Switches;
import dev.sluice.server.http.Reply;
import dev.sluice.server.json.Code;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What a buyer sees when the server says no: it is busy, it is shut, or it does not answer.
class ShopRefusalsInBrowserTest extends ShopViews {

    private static final int IN_FLIGHT_MAX = 64;
    private static final int PASSES_MAX = 10;
    private static final String BUY = ".action .button.large";
    private static final String REFUSED = ".action .notice.wait";

    private final AtomicInteger arrived = new AtomicInteger();
    private final CountDownLatch release = new CountDownLatch(1);

    @Override
    public Map<String, String> settings() {
        var settings = new HashMap<>(super.settings());
        settings.put("sluice.server.in-flight-max", "" + IN_FLIGHT_MAX);
        // Nothing of it comes back while a test runs, however slowly.
        settings.put("sluice.limits.pass.buyer", "6h/" + PASSES_MAX);
        return settings;
    }

    @Override
    public void prepare(Sluice sluice) {
        sluice.routes().get("/slow", RouteGroup.PAGE, call -> slow());
    }

    private Reply slow() throws InterruptedException {
        arrived.incrementAndGet();
        release.await();
        return Reply.text(200, Reply.TEXT, "done");
    }

    private Wall atTheOffer(Sale sale, String session) {
        var wall = wall(EVERYWHERE, path(sale), session);
        wall.each(page -> assertThat(page.locator(BUY)).isVisible());
        wall.each(page -> page.evaluate(PICTURES_ARE_THERE));
        return wall;
    }

    private static void assertCanBuyNow(Page page) {
        button(page, "Try again").and(page.locator(":enabled")).click();
        shows(page, "You got it!");
    }

    @Test
    void who_is_too_fast_is_told_how_long_to_wait() throws Exception {
        var session = session();
        var sale = sale(Plan.usual());
        var wall = atTheOffer(sale, session);
        var junk = Map.of("challengeId", "nothing", "answer", "");
        for (int i = 0; i < PASSES_MAX; i++) {
            var path = "/offers/" + offer(sale) + "/passes";
            api.as(session).post(path, junk).is(Code.CHALLENGE_FAILED);
        }
        wall.click(BUY);

        wall.look("shop-refused-rate-limited", REFUSED);
        shows(wall.first(), "A little too fast");
        assertThat(button(wall.first(), "Try again in")).isDisabled();
    }

    @Test
    void who_comes_to_a_full_gate_gets_in_when_others_do_not_use_their_passes() throws Exception {
        var sale = sale(Plan.usual().stock(1));
        var wall = atTheOffer(sale, session());
        fillGate(sale);
        wall.click(BUY);
        wall.look("shop-refused-gate-full", REFUSED);
        shows(wall.first(), "The gate is full");
        clock.advance(Duration.ofMinutes(4));

        assertCanBuyNow(wall.first());
    }

    private void fillGate(Sale sale) {
        var engine = sluice.engine();
        var live = engine.sales().findOffer(offer(sale)).orElseThrow();
        var now = clock.instant();
        boolean isIn = true;
        while (isIn) {
            var buyer = new BuyerId(engine.ids().next());
            isIn = engine.admission().admit(live, buyer, now).isPresent();
        }
    }

    @Test
    void while_the_gate_is_shut_nobody_gets_in() throws Exception {
        var sale = sale(Plan.usual());
        var wall = atTheOffer(sale, session());
        setSwitches(Switches.Switch.NO_NEW_PASSES);
        wall.click(BUY);
        wall.look("shop-refused-gate-shut", REFUSED);
        shows(wall.first(), "The gate is shut");
        setSwitches();

        assertCanBuyNow(wall.first());
    }

    @Test
    void while_a_crowd_keeps_the_server_busy_nothing_is_taken() throws Exception {
        var sale = sale(Plan.usual());
        var wall = atTheOffer(sale, session());
        try (var crowd = HttpClient.newHttpClient()) {
            while (arrived.get() < IN_FLIGHT_MAX) oneMore(crowd);
            wall.click(BUY);
            wall.look("shop-refused-overloaded", REFUSED);
            shows(wall.first(), "Very busy");
            release.countDown();
        }

        assertCanBuyNow(wall.first());
    }

    /// Others may be in the way for a moment; then the call is refused at once.
    private void oneMore(HttpClient crowd) {
        int before = arrived.get();
        var address = URI.create("http://127.0.0.1:" + sluice.port() + "/slow");
        var answer =
                crowd.sendAsync(HttpRequest.newBuilder(address).build(), BodyHandlers.discarding());
        AdminTest.await(() -> answer.isDone() || arrived.get() > before);
    }

    @Test
    void a_claim_that_nobody_can_write_down_is_sent_again_until_somebody_can() throws Exception {
        var session = session();
        var sale = sale(Plan.usual().perBuyer(EVERYWHERE.size()));
        var wall = atTheOffer(sale, session);
        var url = "jdbc:sqlite:" + folder.resolve("claims.db") + "?busy_timeout=30000";
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement()) {
            statement.execute("begin immediate");
            wall.click(BUY);
            wall.look("shop-no-word", ".buy [role=status]");
            statement.execute("rollback");
        }

        shows(wall.first(), "You got it!");
    }

    @Test
    void who_is_offline_when_it_matters_can_buy_as_soon_as_the_network_is_back() throws Exception {
        var session = session();
        var sale = sale(Plan.usual());
        var wall = atTheOffer(sale, session);
        wall.each(page -> page.context().setOffline(true));
        wall.click(BUY);
        wall.look("shop-refused-offline", REFUSED);
        shows(wall.first(), "No connection");
        wall.each(page -> page.context().setOffline(false));
        button(wall.first(), "Buy now").click();

        shows(wall.first(), "You got it!");
        assertEquals(1, orders(session));
    }

    @Test
    void a_claim_that_was_dropped_says_kindly_why() throws Exception {
        var session = session();
        var sale = sale(Plan.usual());
        var wall = atTheOffer(sale, session);
        holdSettlement();
        var page = wall.first();
        page.locator(BUY).click();
        shows(page, "You are in the queue");
        drop(page.url().replaceAll(".*/", ""));

        shows(page, "Not this time");
        wall.visit(page.url(), "shop-lost", ".notice.page");
        link(page, "Back to the offer").click();
        assertThat(button(page, "Buy now")).isVisible();
    }

    /// What an operator does with a claim that cannot be settled.
    private void drop(String claim) throws InterruptedException {
        var queue = sluice.engine().ports().queue();
        var taken = queue.take(1, Duration.ofSeconds(20)).getFirst();
        queue.park(taken, "The book refused the row.");
        operator().post("/admin/parked/" + claim + "/drop").is(200);
    }
}
