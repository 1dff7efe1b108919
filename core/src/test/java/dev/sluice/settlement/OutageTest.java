package dev.sluice.settlement;

import static dev.sluice.plain.Samples.OFFER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.ClaimId;
import dev.sluice.plain.PlainShop;
import dev.sluice.plain.Samples;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Catalogue;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.HoldStore;
import dev.sluice.port.OrderBook;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Reservation.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A sale of 25 minutes in which one part is away for three of them, while orders come and expire,
/// or in which the answers of one step are lost: nothing is corrected, since nothing was wrong, and
/// everybody gets an answer in the end.
class OutageTest {

    private static final int SECONDS = 1_500;
    private static final int AWAY_FROM = 880;
    private static final int AWAY_TO = 1_060;

    private final PlainShop shop = PlainShop.open(2_000);
    private final List<Long> acknowledged = new ArrayList<>();
    private List<Delivery> underWay = List.of();
    private long claims;

    @ParameterizedTest
    @ValueSource(
            classes = {
                OrderBook.class,
                HoldStore.class,
                ClaimQueue.class,
                Broadcast.class,
                Catalogue.class
            })
    void a_part_that_is_away_for_minutes_is_no_difference(Class<?> part) {
        for (int second = 0; second < SECONDS; second++) {
            if (second == AWAY_FROM) shop.fuses.cut(part);
            if (second == AWAY_TO) shop.fuses.mend(part);
            second();
        }
        atRest();
    }

    @ParameterizedTest
    @ValueSource(strings = {"settle", "confirm", "release", "acknowledge", "send"})
    void nor_is_a_step_whose_answer_is_lost_again_and_again(String step) {
        for (int second = 0; second < SECONDS; second++) {
            if (second >= AWAY_FROM && second < AWAY_TO && second % 3 == 0) {
                shop.fuses.blowAfter(step);
            }
            second();
        }
        atRest();
    }

    private void second() {
        shop.clock.advance(Duration.ofSeconds(1));
        attempt(this::claim);
        attempt(this::settle);
        attempt(shop.orders::expireDue);
        attempt(shop.desk::tick);
        attempt(shop.marks);
        attempt(shop.reconciliation);
    }

    private void claim() {
        long claim = ++claims;
        var answer = shop.claim(Samples.claim(claim, claim, 2));
        if (answer instanceof Held) acknowledged.add(claim);
    }

    private void settle() {
        if (underWay.isEmpty()) underWay = shop.take();
        shop.settlement.settle(underWay);
        underWay = List.of();
    }

    private static void attempt(Runnable duty) {
        try {
            duty.run();
        } catch (Unavailable awayForNow) {
            // The next second tries again, as a duty does.
        }
    }

    private void atRest() {
        assertEquals(0, shop.reconciliation.corrections());
        assertEquals(0, shop.queue.parked(10).size());
        assertTrue(acknowledged.size() > 300, "acknowledged: " + acknowledged.size());
        for (long claim : acknowledged) {
            assertTrue(shop.book.findClaim(new ClaimId(claim)).isPresent(), "claim " + claim);
        }
        assertTrue(shop.balances().balanced(), () -> shop.balances().toString());
        assertEquals(0, shop.store.balance(OFFER).orElseThrow().held());
    }
}
