package dev.sluice.server.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.board.Funnel.Step;
import dev.sluice.id.OfferId;
import dev.sluice.sale.Sale;
import dev.sluice.sale.Sale.ChallengeKind;
import dev.sluice.server.Answer;
import dev.sluice.server.Api;
import dev.sluice.server.ApiTest;
import dev.sluice.server.Garbage;
import dev.sluice.server.Stage;
import dev.sluice.server.access.Limits;
import dev.sluice.server.challenge.Challenges;
import dev.sluice.server.engine.Switches.Switch;
import dev.sluice.server.json.Code;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// From a challenge to a pass. Answers to pictures are derived with the server's own secret.
class PassRouteTest extends ApiTest {

    private Stage stage;
    private Challenges challenges;

    @Override
    public Map<String, String> settings() {
        var settings = new HashMap<String, String>();
        Limits.defaults().keySet().forEach(key -> settings.put("sluice.limits." + key, "off"));
        settings.put("sluice.limits.pass.buyer", "1h/4");
        settings.put("sluice.challenge.work-bits", "10");
        return settings;
    }

    @BeforeEach
    void setStage() {
        stage = new Stage(sluice, clock);
        var engine = sluice.engine();
        challenges =
                new Challenges(
                        engine.secrets().of("challenge"), 10, engine.world(), Optional.empty());
    }

    @Test
    void a_sum_in_a_picture_becomes_a_pass() throws IOException {
        var offer = open(ChallengeKind.MATH);
        var buyer = api.as(stage.session(api));
        var challenge = buyer.get("/offers/" + offer + "/challenge").is(200);
        assertEquals("math", challenge.text("kind"));
        assertNotEquals(
                challenge.text("challengeId"),
                buyer.get("/offers/" + offer + "/challenge").text("challengeId"));

        var picture = api.root().get(challenge.text("imageUrl")).is(200);
        assertEquals("image/png", picture.contentType());
        assertEquals(160, ImageIO.read(new ByteArrayInputStream(picture.bytes())).getWidth());
        var id = challenge.text("challengeId");
        var sum = challenges.sum(challenges.find(id).orElseThrow());
        var pass = passes(buyer, offer, id, "" + sum.result()).is(201);

        assertTrue(Instant.parse(pass.text("expiresAt")).isAfter(clock.instant()));
        api.root().get(challenge.text("imageUrl")).is(Code.NO_SUCH_CHALLENGE);
        passes(buyer, offer, id, "" + sum.result()).is(Code.CHALLENGE_FAILED);
    }

    @Test
    void work_becomes_a_pass() {
        var offer = open(ChallengeKind.WORK);
        var buyer = api.as(stage.session(api));
        var challenge = buyer.get("/offers/" + offer + "/challenge").is(200);
        assertEquals(10, challenge.number("difficulty"));

        int suffix = 0;
        while (Challenges.zeroBits(challenge.text("nonce") + suffix) < 10) suffix++;

        passes(buyer, offer, challenge.text("challengeId"), "" + suffix).is(201);
        var url = "/challenges/" + challenge.text("challengeId") + ".png";
        api.get(url).is(Code.NO_SUCH_CHALLENGE);
    }

    @Test
    void an_unused_pass_is_given_again_for_a_fresh_challenge() {
        var offer = open(ChallengeKind.NONE);
        var buyer = api.as(stage.session(api));

        var first = pass(buyer, offer).is(201);
        var again = pass(buyer, offer).is(201);

        assertEquals(first.body(), again.body());
        var funnel = sluice.engine().sales().findOffer(offer).orElseThrow().funnel();
        assertEquals(1, funnel.totals(clock.instant()).steps().get(Step.PASSES));
        passes(buyer, offer, "nonsense", "").is(Code.CHALLENGE_FAILED);
    }

    @Test
    void a_challenge_without_a_session_is_good_for_any_buyer_and_anothers_for_none() {
        var offer = open(ChallengeKind.NONE);
        var one = api.as(stage.session(api));
        var other = api.as(stage.session(api));

        passes(one, offer, challenge(api, offer), "").is(201);
        passes(one, offer, challenge(api.as("not a session"), offer), "").is(201);
        passes(one, offer, challenge(other, offer), "").is(Code.CHALLENGE_FAILED);
        var elsewhere = open(ChallengeKind.NONE);
        passes(one, offer, challenge(one, elsewhere), "").is(Code.CHALLENGE_FAILED);
    }

    @Test
    void a_challenge_is_given_in_every_state_and_ends_in_time() {
        var sale = stage.sale(Duration.ofHours(1), ChallengeKind.MATH);
        var offer = sale.offers().getFirst().id();
        var url = api.get("/offers/" + offer + "/challenge").is(200).text("imageUrl");
        api.root().get(url).is(200);
        clock.advance(Challenges.LIFETIME);
        api.root().get(url).is(Code.NO_SUCH_CHALLENGE);

        sluice.engine().desk().move(sale.id(), Sale.Stage.CLOSED);
        api.get("/offers/" + offer + "/challenge").is(200);
        var draft = stage.draft(Duration.ZERO, ChallengeKind.NONE).offers().getFirst().id();
        api.get("/offers/" + draft + "/challenge").is(Code.NO_SUCH_OFFER);
        api.get("/offers/x/challenge").is(Code.NO_SUCH_OFFER);
        api.get("/offers/a.b/challenge").isInvalid("offerId");
        api.get("/challenges/x.png").is(Code.NO_SUCH_CHALLENGE);
        api.get("/challenges/a.b.png").isInvalid("challengeId");
        api.get("/challenges/x.gif").is(404);
    }

    @Test
    void public_facts_come_before_the_session_and_use_no_challenge_up() {
        var sale = stage.sale(Duration.ofMinutes(1), ChallengeKind.NONE);
        var offer = sale.offers().getFirst().id();
        var engine = sluice.engine();
        var buyer = api.as(stage.session(api));
        var id = challenge(buyer, offer);

        passes(api, offer, "x", "").is(Code.NOT_OPEN);
        passes(buyer, offer, id, "").is(Code.NOT_OPEN);
        clock.advance(Duration.ofMinutes(1));
        engine.desk().move(sale.id(), Sale.Stage.PAUSED);
        passes(api, offer, "x", "").is(Code.PAUSED);
        engine.desk().move(sale.id(), Sale.Stage.PUBLISHED);
        // Reconciliation lifts a mark that has no reason, at its own time.
        int lifted = 0;
        engine.sales().mark(offer, true);
        while (passes(api, offer, "x", "").status() != Code.SOLD_OUT.status()) {
            lifted++;
            engine.sales().mark(offer, true);
        }
        engine.sales().mark(offer, false);
        passes(api, offer, "x", "").is(Code.NO_SESSION);
        passes(buyer, offer, id, "").is(201);
        engine.desk().move(sale.id(), Sale.Stage.CLOSED);
        passes(api, offer, "x", "").is(Code.CLOSED);

        var funnel = engine.sales().findFunnel(sale.id()).orElseThrow().totals(clock.instant());
        assertEquals(2, funnel.refused().get("NOT_OPEN"));
        assertEquals(1, funnel.refused().get("SOLD_OUT"));
        assertEquals(1 + lifted, funnel.refused().get("NO_SESSION"));
        assertEquals(1, funnel.steps().get(Step.PASSES));
        // The challenge was asked for once.
        assertEquals(8 + lifted, funnel.steps().get(Step.ARRIVED));
    }

    @Test
    void switches_come_after_the_session_and_before_the_challenge() {
        var offer = open(ChallengeKind.NONE);
        var buyer = api.as(stage.session(api));
        var id = challenge(buyer, offer);
        var switches = sluice.engine().switches();

        switches.set(Set.of(Switch.NO_NEW_PASSES));
        passes(api, offer, id, "").is(Code.NO_SESSION);
        passes(buyer, offer, id, "").is(Code.NO_NEW_PASSES);
        switches.set(Set.of(Switch.READ_ONLY));
        passes(buyer, offer, id, "").is(Code.READ_ONLY);
        switches.set(Set.of());

        passes(buyer, offer, id, "").is(201);
    }

    @Test
    void a_cookie_needs_the_csrf_header() {
        var offer = open(ChallengeKind.NONE);
        var browser = api.with("Cookie", "sluice_session=" + stage.session(api));
        var id = challenge(browser, offer);

        passes(browser, offer, id, "").is(Code.CSRF_MISSING);
        passes(browser.with("X-Sluice-CSRF", "1"), offer, id, "").is(201);
    }

    @Test
    void the_gate_lets_in_as_many_as_the_stock_allows() {
        var offer = open(ChallengeKind.NONE);
        pass(api.as(stage.session(api)), offer).is(201);
        pass(api.as(stage.session(api)), offer).is(201);

        var third = api.as(stage.session(api));
        var full = pass(third, offer).is(Code.GATE_FULL);
        assertEquals("2", full.header("retry-after").orElseThrow());
        passes(third, offer, "x", "").is(Code.CHALLENGE_FAILED);
        clock.advance(Duration.ofMinutes(4));

        pass(third, offer).is(201);
    }

    @Test
    void a_wrong_answer_comes_before_the_buyers_limit() {
        var offer = open(ChallengeKind.NONE);
        var buyer = api.as(stage.session(api));
        for (int i = 0; i < 4; i++) pass(buyer, offer).is(201);

        passes(buyer, offer, challenge(buyer, offer), "wrong").is(Code.CHALLENGE_FAILED);
        pass(buyer, offer).is(Code.RATE_LIMITED);
    }

    @Test
    void an_answer_has_bounds() {
        var offer = open(ChallengeKind.NONE);
        var buyer = api.as(stage.session(api));

        passes(buyer, offer, "a.b", "").isInvalid("challengeId");
        passes(buyer, offer, "", "").isInvalid("challengeId");
        passes(buyer, offer, "x", "x".repeat(65)).isInvalid("answer");
        buyer.post("/offers/0ns7d2k8v0w1a/passes", "{}").is(Code.NO_SUCH_OFFER);
        buyer.post("/offers/x/passes", "{}").is(Code.NO_SUCH_OFFER);
        buyer.post("/offers/a.b/passes", "{}").isInvalid("offerId");
    }

    @TestFactory
    Stream<DynamicTest> garbage_instead_of_an_answer() {
        var buyer = api.as(stage.session(api));
        var path = "/offers/" + open(ChallengeKind.NONE);
        return Stream.of(
                        Garbage.to(buyer, "POST", path + "/passes")
                                .withBody("{\"challengeId\": \"x\", \"answer\": \"42\"}")
                                .tests(),
                        Garbage.to(buyer, "GET", path + "/challenge").tests(),
                        Garbage.to(api, "GET", "/challenges/x.png").tests())
                .flatMap(tests -> tests);
    }

    private OfferId open(ChallengeKind kind) {
        return stage.sale(Duration.ZERO, kind).offers().getFirst().id();
    }

    private static String challenge(Api api, OfferId offer) {
        return api.get("/offers/" + offer + "/challenge").is(200).text("challengeId");
    }

    private static Answer pass(Api buyer, OfferId offer) {
        return passes(buyer, offer, challenge(buyer, offer), "");
    }

    private static Answer passes(Api api, OfferId offer, String challenge, String answer) {
        var body = Map.of("challengeId", challenge, "answer", answer);
        return api.post("/offers/" + offer + "/passes", body);
    }
}
