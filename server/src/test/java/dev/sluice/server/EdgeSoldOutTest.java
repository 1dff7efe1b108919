package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.NginxProcess;
import dev.sluice.intake.Funnel.Step;
import dev.sluice.intake.LiveOffer;
import dev.sluice.sale.Sale.Stage;
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
import org.junit.jupiter.api.BeforeEach;
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

    @BeforeEach
    void startNginx() {
        startNginx(Map.of());
    }

    @Test
    void a_pass_for_what_is_sold_out_is_refused_at_the_edge_as_by_the_node() {
        var offer = soldOut();

        for (var language : List.of("en", "zh-CN", "fr", "en;q=0.5, zh;q=0.8")) {
            long arrived = arrived(offer);
            var atEdge = askForPass(edge.with("Accept-Language", language), offer);
            assertEquals(arrived, arrived(offer), "nothing came to the node");
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
        var waited = edge.as(ann.session()).get("/claims/" + again.text("claimId") + "?wait=10");
        assertEquals("WON", waited.is(200).text("status"));
    }

    @Test
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
        var offer = soldOut();
        clock.advance(Duration.ofHours(1).minusMillis(2_500));
        awaitEdgeAnswers(offer);

        await(() -> askForPass(api, offer).text("code").equals("CLOSED"));

        await(() -> askForPass(edge, offer).text("code").equals("CLOSED"));
    }

    @Test
    void a_mark_that_nobody_renews_lifts_by_itself() {
        put("a", 1, NOBODYS + " 1\n", 204);
        assertTrue(isMarked());
        await(() -> !isMarked());
        put("a", 2, NOBODYS + " 1 0\n", 204);
        assertTrue(!isMarked());
    }

    @Test
    void who_says_free_is_believed_more_than_who_says_sold_out() {
        put("a", 1, NOBODYS + " 1\n", 204);
        put("b", 1, NOBODYS + " 0\n", 204);
        assertTrue(!isMarked(), "the first to say so lifts the mark");
        put("a", 2, NOBODYS + " 1\n", 204);
        assertTrue(!isMarked(), "a node that has not heard of it does not set it again");

        put("b", 2, NOBODYS + " 1\n", 204);
        assertTrue(isMarked(), "who said free takes it back");
    }

    @Test
    void a_view_that_was_overtaken_is_not_taken() {
        put("a", 1, NOBODYS + " 1\n", 204);
        put("a", 3, NOBODYS + " 0\n", 204);

        put("a", 2, NOBODYS + " 1\n", 409);

        assertTrue(!isMarked());
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

    private Answer pass(Shopper shopper, LiveOffer offer) {
        var path = "/offers/" + offer.id();
        var challenge = edge.as(shopper.session()).get(path + "/challenge").text("challengeId");
        return edge.as(shopper.session())
                .post(path + "/passes", Map.of("challengeId", challenge, "answer", ""));
    }

    private long arrived(LiveOffer offer) {
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
