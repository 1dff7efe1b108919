package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.board.BoardOffer;
import dev.sluice.board.Funnel.Step;
import dev.sluice.contracts.NginxProcess;
import dev.sluice.contracts.Soon;
import dev.sluice.sale.Sale.Stage;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.Lang;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Sold-out marks at the edge.
class EdgeSoldOutTest extends EdgeTestCase {

    private static final String NOBODYS = "0ns7d2k8v0w1a";
    private static final List<String> HEADERS =
            List.of(
                    "content-type",
                    "content-length",
                    "content-language",
                    "cache-control",
                    "x-content-type-options",
                    "referrer-policy");

    /// Of the last view that the test itself has put.
    private int number;

    @BeforeEach
    void startNginx() {
        startNginx(Map.of());
    }

    @Test
    void a_pass_for_what_is_sold_out_is_refused_at_the_edge_as_by_the_node() {
        var offer = soldOut();

        for (var language : List.of("en", "zh-CN", "fr", "en;q=0.5, zh;q=0.8")) {
            var atEdge = refusedAtEdge(edge.with("Accept-Language", language), offer);
            var atNode = askForPass(api.with("Accept-Language", language), offer);

            atEdge.is(Code.SOLD_OUT);
            assertArrayEquals(atNode.bytes(), atEdge.bytes(), atEdge::toString);
            for (var header : HEADERS) {
                assertEquals(atNode.header(header), atEdge.header(header), header);
            }
        }
    }

    @Test
    void the_edge_chooses_the_language_that_a_node_would() {
        var offer = soldOut();

        for (var accepted :
                List.of(
                        "zh",
                        "ZH-hant",
                        "*",
                        "de, *;q=0.1, zh;q=0.1",
                        "zh;q=0",
                        "zh;q=2, en;q=0.1",
                        "zh;q=x",
                        ", ,zh",
                        "zhx",
                        "en;q=0.7,zh-CN;q=0.7",
                        "zh ; q= 0.9 ,en;q=0.8")) {
            var answer = askForPass(edge.with("Accept-Language", accepted), offer);

            assertEquals(
                    Lang.of(accepted).tag(),
                    answer.header("content-language").orElseThrow(),
                    accepted);
        }
    }

    @Test
    void a_challenge_of_a_sold_out_offer_comes_from_the_node() {
        var offer = soldOut();

        edge.get("/offers/" + offer.id() + "/challenge").is(200);
        edge.get("/offers/" + offer.id() + "/passes").is(Code.METHOD_NOT_ALLOWED);
    }

    @Test
    void a_claim_that_exists_is_found_through_the_edge_after_the_stock_is_gone() {
        var offer = offer(1);
        var ann = shopper();
        var pass = engine().admission().mintUncounted(offer, ann.id(), clock.instant()).text();
        var path = "/offers/" + offer.id() + "/claims/" + pass;
        var claim = edge.as(ann.session()).post(path, Map.of("quantity", 1)).is(202);
        var ben = shopper();
        claimAs(edge.as(ben.session()), ben, offer).is(Code.SOLD_OUT);
        awaitEdgeAnswers(offer);

        var again = edge.as(ann.session()).post(path, Map.of("quantity", 1)).is(200);

        assertEquals(claim.text("claimId"), again.text("claimId"));
        var waited = "/claims/" + again.text("claimId") + "?wait=10";
        await(() -> edge.as(ann.session()).get(waited).is(200).text("status").equals("WON"));
    }

    @Test
    void a_restock_lifts_the_mark() {
        var offer = soldOut();
        var ann = shopper();

        engine().desk().restock(offer.id(), 1, Optional.empty());

        await(() -> pass(ann, offer).status() == 201);
    }

    @Test
    @Tag("long")
    void a_restock_lifts_the_mark_within_two_seconds() {
        var offer = soldOut();
        var ann = shopper();
        long start = System.nanoTime();

        engine().desk().restock(offer.id(), 1, Optional.empty());

        await(() -> pass(ann, offer).status() == 201);
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        assertTrue(millis < 2_000, millis + " ms");
    }

    @Test
    void what_is_paused_is_not_called_sold_out() {
        var offer = soldOut();
        engine().desk().move(offer.sale().id(), Stage.PAUSED);
        await(() -> askForPass(edge, offer).text("code").equals("PAUSED"));
        engine().desk().move(offer.sale().id(), Stage.PUBLISHED);
        awaitEdgeAnswers(offer);
    }

    @Test
    void what_has_closed_is_not_called_sold_out() {
        // Its order is not over before the sale is.
        var offer = soldOut(offer(1, clock.instant().minusSeconds(1), Duration.ofHours(2)));
        var minute = Duration.ofMinutes(1);
        clock.advance(Duration.between(clock.instant(), offer.sale().closesAt()).minus(minute));
        awaitEdgeAnswers(offer);
        clock.advance(minute.minusMillis(2_500));

        await(() -> askForPass(api, offer).text("code").equals("CLOSED"));

        await(() -> askForPass(edge, offer).text("code").equals("CLOSED"));
    }

    @Test
    void a_mark_that_nobody_renews_lifts_by_itself() {
        await(() -> {
            put("a", ++number, NOBODYS + " 1\n", 204);
            return isMarked();
        });
        await(() -> !isMarked());
        put("a", ++number, NOBODYS + " 1 0\n", 204);
        assertTrue(!isMarked());
    }

    @Test
    void who_says_free_is_believed_more_than_who_says_sold_out() {
        awaitMarked(false, "the first to say so lifts the mark", "a 1", "b 0");
        awaitMarked(false, "who has not heard of it does not set it again", "a 1", "b 0", "a 1");
        awaitMarked(true, "who said free takes it back", "a 1", "b 0", "a 1", "b 1");
    }

    /// What is said holds for seconds, so all of it is said anew until there was time to look.
    ///
    /// @param said node and state, in that order
    private void awaitMarked(boolean isMarked, String why, String... said) {
        Soon.until(
                why,
                () -> {
                    for (var one : said) {
                        var view = NOBODYS + one.substring(1) + "\n";
                        put(one.substring(0, 1), ++number, view, 204);
                    }
                    return isMarked() == isMarked;
                });
    }

    @Test
    void a_view_that_was_overtaken_is_not_taken() {
        put("a", ++number, NOBODYS + " 1\n", 204);

        // What lifts a mark may end before the mark does, so it is said anew.
        await(() -> {
            number += 2;
            put("a", number, NOBODYS + " 0\n", 204);
            put("a", number - 1, NOBODYS + " 1\n", 409);
            return !isMarked();
        });
    }

    @Test
    void nonsense_is_refused_and_nothing_of_it_is_taken() {
        for (var nonsense :
                List.of(NOBODYS + " 1", NOBODYS + " 2\n", "x\n", NOBODYS + " 1\n\n", "é 1\n")) {
            put("a", 1, nonsense, 400);
        }
        put("a.b", 1, "", 400);
        assertTrue(!isMarked());
        var view = BodyPublishers.ofString(NOBODYS + " 1\n");
        assertEquals(403, status(marks("a", 1).setHeader("X-Sluice-Edge-Key", "wrong").PUT(view)));
        assertEquals(405, status(marks("a", 1).POST(view)));
        assertTrue(!isMarked());
    }

    /// The answer to a call that does not come to the node. One does if the mark was not renewed in
    /// time.
    private Answer refusedAtEdge(Api asking, BoardOffer offer) {
        var answer = new AtomicReference<Answer>();
        Soon.until(
                "nothing comes to the node",
                () -> {
                    long arrived = arrived(offer);
                    answer.set(askForPass(asking, offer));
                    return arrived == arrived(offer);
                });
        return answer.get();
    }

    private Answer pass(Shopper shopper, BoardOffer offer) {
        var path = "/offers/" + offer.id();
        var challenge = edge.as(shopper.session()).get(path + "/challenge").text("challengeId");
        return edge.as(shopper.session())
                .post(path + "/passes", Map.of("challengeId", challenge, "answer", ""));
    }

    private long arrived(BoardOffer offer) {
        return offer.funnel().totals(clock.instant()).steps().get(Step.ARRIVED);
    }

    /// Whether the edge answers for an offer that the node does not know.
    private boolean isMarked() {
        return edge.post("/offers/" + NOBODYS + "/passes", "{}").status() == 410;
    }

    private void put(String node, int number, String view, int expected) {
        var put = marks(node, number).PUT(BodyPublishers.ofString(view));
        assertEquals(expected, status(put), view);
    }

    private HttpRequest.Builder marks(String node, int number) {
        return HttpRequest.newBuilder(URI.create(nginx.marksUrl() + "/edge/marks"))
                .header("X-Sluice-Edge-Key", NginxProcess.KEY)
                .header("X-Sluice-Node", node)
                .header("X-Sluice-Number", "" + number);
    }

    private static int status(HttpRequest.Builder request) {
        try (var client = HttpClient.newHttpClient()) {
            return client.send(request.build(), BodyHandlers.discarding()).statusCode();
        } catch (java.io.IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
