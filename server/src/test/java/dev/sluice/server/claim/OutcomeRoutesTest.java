package dev.sluice.server.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.Garbage;
import dev.sluice.server.ShopTest;
import dev.sluice.server.json.Code;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class OutcomeRoutesTest extends ShopTest {

    @Override
    public Map<String, String> settings() {
        var settings = super.settings();
        settings.put("sluice.live.waits-max", "2");
        return settings;
    }

    @Test
    void a_won_claim_names_its_order() {
        var ann = shopper();
        var offer = offer(1);

        var claim = claim(ann, offer);
        var answer = as(ann).get("/claims/" + claim + "?wait=30").is(200);

        assertEquals("WON", answer.text("status"));
        assertEquals(claim, answer.text("claimId"));
        assertEquals("UNPAID", status(ann, answer.text("orderId")));
    }

    @Test
    void a_queued_claim_tells_its_place() {
        holdSettlement();
        var ann = shopper();
        var offer = offer(9);
        claim(shopper(), offer);

        var answer = as(ann).get("/claims/" + claim(ann, offer)).is(200);

        assertEquals("QUEUED", answer.text("status"));
        assertTrue(answer.number("position") >= 1, answer::toString);
    }

    @Test
    void a_wait_ends_when_the_claim_does() throws Exception {
        holdSettlement();
        var ann = shopper();
        var claim = claim(ann, offer(1));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting =
                    CompletableFuture.supplyAsync(
                            () -> as(ann).get("/claims/" + claim + "?wait=30"), threads);
            await(() -> metric("sluice_claim_waits") == 1);
            assertFalse(waiting.isDone());

            setSwitches();

            assertEquals("WON", waiting.get(60, TimeUnit.SECONDS).text("status"));
        }
        await(() -> metric("sluice_claim_waits") == 0);
    }

    @Test
    void a_wait_that_is_over_answers_the_present_state() {
        holdSettlement();
        var ann = shopper();

        var answer = as(ann).get("/claims/" + claim(ann, offer(1)) + "?wait=1").is(200);

        assertEquals("QUEUED", answer.text("status"));
    }

    @Test
    void one_wait_too_many_is_answered_at_once() throws Exception {
        holdSettlement();
        var ann = shopper();
        var path = "/claims/" + claim(ann, offer(1)) + "?wait=30";
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 2; i++) threads.submit(() -> as(ann).get(path));
            await(() -> metric("sluice_claim_waits") == 2);

            var answer =
                    CompletableFuture.supplyAsync(() -> as(ann).get(path), threads)
                            .get(60, TimeUnit.SECONDS);

            assertEquals("QUEUED", answer.text("status"));
            assertEquals(2, metric("sluice_claim_waits"), "the others wait on");
            setSwitches();
        }
    }

    @Test
    void nobody_else_sees_a_claim() {
        var ann = shopper();
        var claim = claim(ann, offer(1));

        as(shopper()).get("/claims/" + claim).is(Code.NO_SUCH_CLAIM);
        api.get("/claims/" + claim).is(Code.NO_SESSION);
    }

    @Test
    void a_claim_is_found_after_a_restart_and_after_its_sale() {
        var ann = shopper();
        var claim = claim(ann, offer(1));
        var order = as(ann).get("/claims/" + claim + "?wait=30").text("orderId");

        restartSluice();
        assertEquals(order, as(ann).get("/claims/" + claim).is(200).text("orderId"));
        clock.advance(Duration.ofHours(3));
        await(() -> engine().claims().size() == 0);
        assertEquals(order, as(ann).get("/claims/" + claim).is(200).text("orderId"));
    }

    @Test
    void a_wait_is_a_number_of_seconds_up_to_thirty() {
        var ann = as(shopper());

        for (var bad : new String[] {"x", "-1", "31", "1.5", ""}) {
            ann.get("/claims/Vh3kQ9_xT2mLr8Zp-4WbNc?wait=" + bad).isInvalid("wait");
        }
        ann.get("/claims/Vh3kQ9_xT2mLr8Zp-4WbNc?wait=30").is(Code.NO_SUCH_CLAIM);
        ann.get("/claims/x").is(Code.NO_SUCH_CLAIM);
    }

    @TestFactory
    Stream<DynamicTest> garbage_is_refused() {
        return Garbage.to(as(shopper()), "GET", "/claims/Vh3kQ9_xT2mLr8Zp-4WbNc").tests();
    }
}
