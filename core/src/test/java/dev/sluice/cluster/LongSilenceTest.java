package dev.sluice.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.claim.Claims;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.plain.ManualClock;
import dev.sluice.plain.PlainOrderBook;
import dev.sluice.plain.PlainShop;
import dev.sluice.plain.PlainTransport;
import dev.sluice.plain.Samples;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.OrderBook;
import dev.sluice.port.Transport;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.ClaimState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A broadcast that is away for minutes: what a node does about it stays bounded, and nobody waits.
class LongSilenceTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    /// A book that notes what it is asked for, and lets a test hold those who ask.
    private static final class WatchedBook extends PlainOrderBook {
        final List<Integer> asked = new ArrayList<>();
        final CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(0);
        int ofWholeOffers;

        @Override
        public List<ClaimState> findClaims(List<ClaimId> claims) {
            synchronized (asked) {
                asked.add(claims.size());
            }
            reached.countDown();
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return super.findClaims(claims);
        }

        @Override
        public synchronized List<ClaimState> findClaims(OfferId offer) {
            ofWholeOffers++;
            return super.findClaims(offer);
        }

        int looks() {
            synchronized (asked) {
                return asked.size();
            }
        }
    }

    private final WatchedBook book = new WatchedBook();
    private final PlainShop shop = PlainShop.open(5_000, book);

    @Test
    void three_minutes_without_a_transport_are_told_some_twenty_times_and_once_when_it_is_back() {
        var clock = new ManualClock();
        var away = new AtomicBoolean();
        var beats = NumberedBroadcast.onOneThread(failing(away), "ann", clock);
        var heard = new ArrayList<Signal>();
        beats.subscribe(heard::add);
        away.set(true);
        for (int i = 0; i < 180; i++) beat(beats, clock);
        int told = heard.size();
        assertTrue(told >= 20 && told <= 30, "told " + told);

        away.set(false);
        beat(beats, clock);
        assertEquals(told + 1, heard.size());
        for (int i = 0; i < 60; i++) beat(beats, clock);
        assertEquals(told + 1, heard.size());
    }

    @Test
    void a_loss_long_after_another_is_told_at_once() {
        var clock = new ManualClock();
        var away = new AtomicBoolean(true);
        var beats = NumberedBroadcast.onOneThread(failing(away), "ann", clock);
        var heard = new ArrayList<Signal>();
        beats.subscribe(heard::add);
        for (int i = 0; i < 30; i++) beat(beats, clock);
        away.set(false);
        for (int i = 0; i < 30; i++) beat(beats, clock);
        heard.clear();
        away.set(true);
        for (int i = 0; i < 4; i++) beat(beats, clock);
        assertEquals(2, heard.size());
    }

    @Test
    void a_clock_that_steps_back_does_not_hide_a_silence() {
        var clock = new ManualClock();
        var away = new AtomicBoolean(true);
        var beats = NumberedBroadcast.onOneThread(failing(away), "ann", clock);
        var heard = new ArrayList<Signal>();
        beats.subscribe(heard::add);
        for (int i = 0; i < 4; i++) beat(beats, clock);
        int before = heard.size();
        clock.advance(Duration.ofHours(-1));
        for (int i = 0; i < 10; i++) beat(beats, clock);
        assertTrue(heard.size() > before, "told " + heard.size());
    }

    @Test
    void a_node_asks_only_for_the_claims_it_waits_for_in_steps_of_bounded_size() {
        for (int i = 1; i <= 700; i++) shop.buy(i, i, 1);
        for (int i = 701; i <= 1_900; i++) shop.claim(i, i, 1);
        int before = book.ofWholeOffers;

        shop.claims.hear(new Signal.Missed());

        assertEquals(List.of(500, 500, 200), book.asked);
        assertEquals(before, book.ofWholeOffers);
    }

    @Test
    @Timeout(60)
    void one_look_is_under_way_one_waits_and_the_desk_is_free() throws Exception {
        shop.claim(1, 5, 1);
        book.gate = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var claims = claimsOn(threads);
            for (int i = 0; i < 100; i++) claims.hear(new Signal.Missed());
            assertTrue(book.reached.await(30, TimeUnit.SECONDS));
            // An operator and the calendar, while the book is slow.
            shop.desk.tick();
            shop.desk.restock(Samples.OFFER, 1, Optional.empty());
            for (int i = 0; i < 100; i++) claims.hear(new Signal.Missed());
            assertEquals(1, book.looks());
            book.gate.countDown();
        }
        assertTrue(book.looks() <= 3, "looks: " + book.looks());
    }

    @Test
    void a_look_that_failed_is_made_up_for_by_the_duty() {
        shop.claim(1, 5, 1);
        shop.broadcast.crash();
        shop.settleAll();
        shop.fuses.cut(OrderBook.class);
        try {
            shop.claims.hear(new Signal.Missed());
        } catch (Unavailable asideSaysSo) {
            // The executor of the server notes it.
        }
        assertTrue(shop.board.find(new ClaimId(1)).orElseThrow().outcome().isEmpty());

        shop.fuses.mend(OrderBook.class);
        shop.claims.catchUp();

        assertTrue(shop.board.find(new ClaimId(1)).orElseThrow().outcome().isPresent());
        int looks = book.looks();
        for (int i = 0; i < 10; i++) shop.claims.catchUp();
        assertEquals(looks, book.looks());
    }

    private static void beat(NumberedBroadcast beats, ManualClock clock) {
        clock.advance(SECOND);
        beats.beat();
    }

    private static Transport failing(AtomicBoolean away) {
        var wire = new PlainTransport();
        return new Transport() {
            @Override
            public void send(Envelope envelope) {
                if (away.get()) throw new Unavailable("away", null);
                wire.send(envelope);
            }

            @Override
            public void subscribe(Consumer<Envelope> subscriber) {
                wire.subscribe(subscriber);
            }
        };
    }

    private Claims claimsOn(Executor aside) {
        return new Claims(shop.board, shop.sales, book, shop.store, shop.book::findClaim, aside);
    }
}
