package dev.sluice.intake;

import static dev.sluice.plain.Samples.OFFER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.plain.PlainShop;
import dev.sluice.plain.Samples;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Gates.Ask;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import dev.sluice.sale.Reservation.Unanswered;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
class IntakeTest {

    private final PlainShop shop = PlainShop.open(3);
    private final Intake intake =
            new Intake(
                    shop.fusedStore,
                    shop.sales,
                    shop.board,
                    shop.broadcast,
                    shop.gates,
                    IntakeConfig.DEFAULTS,
                    () -> 0);

    @AfterEach
    void close() {
        intake.close();
    }

    @Test
    void a_claim_is_queued_and_the_same_claim_again_is_the_same() {
        assertEquals(held(false), decide(1, 5, 2));
        assertEquals(held(true), decide(1, 5, 2));
        assertEquals(1, shop.store.balance(OFFER).orElseThrow().free());
        assertTrue(shop.board.find(new ClaimId(1)).orElseThrow().outcome().isEmpty());
    }

    @Test
    void claims_that_are_held_are_told_so_also_when_the_mark_cannot_be_looked_for() {
        shop.fuses.blowBefore("balance");
        var batch = List.of(Samples.claim(1, 5, 2), Samples.claim(2, 6, 2));

        var answers = shop.reserve.apply(batch);

        assertInstanceOf(Held.class, answers.getFirst());
        assertEquals(Refused.SOLD_OUT, answers.getLast());
    }

    @Test
    void a_buyer_is_refused_the_third_unit() {
        decide(1, 5, 2);
        assertEquals(Refused.OVER_LIMIT, decide(2, 5, 1));
    }

    @Test
    void a_claim_that_is_too_large_for_the_rest_sets_no_mark() {
        decide(1, 5, 2);
        assertEquals(Refused.SOLD_OUT, decide(2, 6, 2));
        assertFalse(shop.live().soldOut());
    }

    @Test
    void the_first_refusal_of_an_empty_offer_marks_it_everywhere() {
        decide(1, 5, 2);
        decide(2, 6, 1);
        assertFalse(shop.live().soldOut());
        assertEquals(Refused.SOLD_OUT, decide(3, 7, 1));

        assertTrue(shop.live().soldOut());
        assertEquals(List.of(new Signal.SoldOut(OFFER)), marks());
        decide(4, 8, 1);
        assertEquals(1, marks().size());
    }

    @Test
    void after_a_lost_answer_the_same_claim_finds_out_and_the_board_learns_of_it() {
        shop.fuses.blowAfter("reserve");
        assertEquals(new Unanswered(new ClaimId(1)), decide(1, 5, 1));
        assertTrue(shop.board.find(new ClaimId(1)).isEmpty());

        assertEquals(held(true), decide(1, 5, 1));
        assertTrue(shop.board.find(new ClaimId(1)).isPresent());
        assertEquals(1, shop.queue.depth());
    }

    @Test
    void after_a_call_that_never_arrived_the_same_claim_is_new() {
        shop.fuses.blowBefore("reserve");
        assertEquals(new Unanswered(new ClaimId(1)), decide(1, 5, 1));
        assertEquals(held(false), decide(1, 5, 1));
    }

    @Test
    void a_queued_claim_uses_its_pass() {
        var now = shop.clock.instant();
        var ask = new Ask(OFFER, new BuyerId(5), 9, now.plusSeconds(60));
        assertTrue(shop.gates.admit(ask, now, () -> new ClaimId(1)).isPresent());
        assertEquals(1, shop.gates.count(OFFER, now));
        decide(1, 5, 1);
        assertEquals(0, shop.gates.count(OFFER, now));
    }

    @Test
    void an_offer_that_is_not_carried_is_unavailable() {
        shop.store.forget(OFFER);
        assertEquals(Refused.UNAVAILABLE, decide(1, 5, 1));
    }

    @Test
    void a_closed_intake_is_overloaded() {
        intake.close();
        assertEquals(Refused.OVERLOADED, decide(1, 5, 1));
        assertEquals(0, intake.inFlight());
    }

    @Test
    void settings_that_make_no_sense_are_refused() {
        var second = Duration.ofSeconds(1);
        assertInvalid(() -> new IntakeConfig(0, 1, second, second));
        assertInvalid(() -> new IntakeConfig(2, 1, second, second));
        assertInvalid(() -> new IntakeConfig(1, 1, Duration.ZERO, second));
        assertInvalid(() -> new IntakeConfig(1, 1, second, Duration.ofDays(1)));
    }

    private static void assertInvalid(Runnable maker) {
        var refusal = assertThrows(IllegalArgumentException.class, maker::run);
        assertTrue(refusal.getMessage().startsWith("sluice.intake: "), refusal.getMessage());
    }

    private Reservation decide(long claim, long buyer, int quantity) {
        var decision = intake.decide(Samples.claim(claim, buyer, quantity), Runnable::run);
        return assertInstanceOf(Reservation.class, decision.toCompletableFuture().join());
    }

    /// Claim 1, which is the first in the queue in each of these tests.
    private static Held held(boolean again) {
        return new Held(new ClaimId(1), 1, again);
    }

    private List<Signal> marks() {
        return shop.broadcast.sent().stream().filter(s -> s instanceof Signal.SoldOut).toList();
    }
}
