package dev.sluice.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Soon;
import dev.sluice.server.Garbage;
import dev.sluice.server.json.Code;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class AdminParkedTest extends AdminTest {

    private static final String UNKNOWN = "Vh3kQ9_xT2mLr8Zp-4WbNc";

    private String offer;
    private Visitor visitor;

    /// A claim that failed for good, while settlement rests.
    private String parkedClaim() throws InterruptedException {
        offer = openOffer(1);
        holdSettlement();
        visitor = crowd(1, offer).getFirst();
        var claim = claim(offer, visitor).is(202).text("claimId");
        var queue = sluice.engine().ports().queue();
        var delivery = queue.take(1, Soon.LIMIT).getFirst();
        queue.park(delivery, "The book refused the row.");
        return claim;
    }

    private void releaseSettlement() {
        operator().put("/admin/switches", Map.of("holdSettlement", false)).is(200);
    }

    @Test
    void a_parked_claim_is_listed_and_retried() throws Exception {
        var claim = parkedClaim();

        var list = operator().get("/admin/parked").is(200);
        assertEquals(claim, list.text("parked/0/claimId"));
        assertEquals(offer, list.text("parked/0/offerId"));
        assertEquals("The book refused the row.", list.text("parked/0/cause"));
        var metrics = api.root().get("/metrics").is(200).body();
        assertTrue(metrics.contains("sluice_parked_claims 1"), metrics);
        var retried = operator().post("/admin/parked/" + claim + "/retry").is(200);
        assertEquals("QUEUED", retried.text("status"));
        releaseSettlement();
        await(() -> claim(offer, visitor).is(200).text("status").equals("WON"));
        operator().post("/admin/parked/" + claim + "/retry").is(Code.CLAIM_NOT_PARKED);
        operator().post("/admin/parked/" + claim + "/drop").is(Code.CLAIM_NOT_PARKED);
        assertEquals(0, operator().get("/admin/parked").json().get("parked").size());
    }

    @Test
    void all_parked_claims_are_retried_at_once() throws Exception {
        offer = openOffer(5);
        holdSettlement();
        var visitors = crowd(5, offer);
        for (var one : visitors) claim(offer, one).is(202);
        var queue = sluice.engine().ports().queue();
        for (var delivery : queue.take(5, Soon.LIMIT)) queue.park(delivery, "a fault");
        assertEquals(5, operator().get("/admin/parked").json().get("parked").size());

        var retried = operator().post("/admin/parked/retry").is(200);

        assertEquals(5, retried.number("retried"));
        assertEquals(0, retried.number("left"));
        assertEquals(0, operator().post("/admin/parked/retry", "{}").is(200).number("retried"));
        releaseSettlement();
        for (var one : visitors) {
            await(() -> claim(offer, one).is(200).text("status").equals("WON"));
        }
        api.post("/admin/parked/retry").is(Code.NO_OPERATOR);
    }

    @Test
    void a_dropped_claim_is_lost_and_its_units_are_on_sale_again() throws Exception {
        var claim = parkedClaim();

        var dropped = operator().post("/admin/parked/" + claim + "/drop", "{}").is(200);

        assertEquals("LOST", dropped.text("status"));
        assertEquals("DROPPED", dropped.text("reason"));
        assertEquals("LOST", claim(offer, visitor).is(200).text("status"));
        var audit = operator().get("/admin/offers/" + offer + "/audit").is(200);
        assertEquals(1, audit.number("free"));
        assertTrue(audit.json().get("balanced").asBoolean());
        operator().post("/admin/parked/" + claim + "/drop").is(Code.CLAIM_NOT_PARKED);
    }

    @Test
    void only_the_very_text_of_a_claim_is_its_id() throws Exception {
        var claim = parkedClaim();
        char last = claim.charAt(12) == 'A' ? 'B' : 'A';
        var forged = claim.substring(0, 12) + last + claim.substring(13);

        operator().post("/admin/parked/" + forged + "/retry").is(Code.NO_SUCH_CLAIM);
        operator().post("/admin/parked/" + UNKNOWN + "/drop").is(Code.NO_SUCH_CLAIM);
        operator().post("/admin/parked/short/drop").is(Code.NO_SUCH_CLAIM);
        operator().post("/admin/parked/a.b/drop").isInvalid("claimId");
        operator().post("/admin/parked/" + claim + "/drop", "{\"a\":1}").isInvalid("a");
        api.get("/admin/parked").is(Code.NO_OPERATOR);
        api.post("/admin/parked/" + claim + "/retry").is(Code.NO_OPERATOR);
        api.post("/admin/parked/" + claim + "/drop").is(Code.NO_OPERATOR);
    }

    @TestFactory
    Stream<DynamicTest> garbage_is_refused() {
        return Stream.of(
                        Garbage.to(operator(), "GET", "/admin/parked").tests(),
                        Garbage.to(operator(), "POST", "/admin/parked/retry").tests(),
                        Garbage.to(operator(), "POST", "/admin/parked/" + UNKNOWN + "/retry")
                                .tests(),
                        Garbage.to(operator(), "POST", "/admin/parked/" + UNKNOWN + "/drop")
                                .tests())
                .flatMap(tests -> tests);
    }
}
