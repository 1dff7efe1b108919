package dev.sluice.settlement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.plain.PlainNodes;
import dev.sluice.plain.PlainShop;
import dev.sluice.port.Deadlines;
import dev.sluice.port.Nodes;
import dev.sluice.port.Results;
import dev.sluice.port.Unavailable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Results and reminders go out behind settlement, which never waits for a broker.
class ResultsRelayTest {

    private final PlainShop shop = PlainShop.open(500);
    private final List<Long> published = new ArrayList<>();
    private final AtomicBoolean leads = new AtomicBoolean(true);
    private final Results results =
            shop.fuses.around(
                    Results.class,
                    ended -> ended.forEach(claim -> published.add(claim.id().value())));
    private final Nodes nodes = shop.fuses.around(Nodes.class, new PlainNodes());
    private final ResultsRelay relay = relay();

    @Test
    void what_is_settled_is_published_once_and_in_order() {
        relay.begin();
        for (int i = 1; i <= 50; i++) shop.buy(i, i, 1);
        relay.run();
        relay.run();
        assertEquals(LongStream.rangeClosed(1, 50).boxed().toList(), published);
    }

    @Test
    void a_broker_that_is_away_for_minutes_stops_no_settlement_and_loses_no_result() {
        relay.begin();
        shop.fuses.cut(Results.class);
        for (int second = 1; second <= 180; second++) {
            shop.clock.advance(Duration.ofSeconds(1));
            shop.buy(second, second, 1);
            assertThrows(Unavailable.class, relay::run);
            shop.reconciliation.run();
        }
        assertEquals(180, shop.book.orders().size());
        assertEquals(0, shop.queue.depth());
        assertEquals(0, shop.reconciliation.corrections());

        shop.fuses.mend(Results.class);
        relay.run();
        assertEquals(LongStream.rangeClosed(1, 180).boxed().toList(), published);
    }

    @Test
    void a_crash_before_it_is_noted_publishes_again_and_leaves_none_out() {
        relay.begin();
        for (int i = 1; i <= 3; i++) shop.buy(i, i, 1);
        shop.fuses.blowBefore("putValue");
        assertThrows(Unavailable.class, relay::run);
        var next = relay();
        next.begin();
        next.run();
        assertEquals(List.of(1L, 2L, 3L, 1L, 2L, 3L), published);
    }

    @Test
    void a_claim_that_a_person_dropped_is_a_result_too() {
        relay.begin();
        shop.claim(1, 5, 1);
        shop.queue.park(shop.take().getFirst(), "broken");
        shop.settlement.drop(shop.queue.parked(1).getFirst().claim().id());
        relay.run();
        assertEquals(List.of(1L), published);
    }

    @Test
    void what_was_settled_before_results_were_wanted_is_not_published() {
        shop.buy(1, 5, 1);
        relay.begin();
        shop.buy(2, 6, 1);
        relay().begin();
        relay.run();
        assertEquals(List.of(2L), published);
    }

    @Test
    void only_the_leader_publishes() {
        relay.begin();
        shop.buy(1, 5, 1);
        leads.set(false);
        relay.run();
        assertEquals(List.of(), published);
    }

    @Test
    void a_leader_that_is_cut_off_from_the_broker_leaves_it_to_others() {
        var lease =
                new Object() {
                    String owner = "";
                    Instant until = Instant.MIN;

                    boolean isOf(String node) {
                        var now = shop.clock.instant();
                        if (!owner.equals(node) && until.isAfter(now)) return false;
                        owner = node;
                        until = now.plusSeconds(5);
                        return true;
                    }
                };
        Results there = ended -> ended.forEach(claim -> published.add(claim.id().value()));
        var cutOff = new ResultsRelay(shop.book, results, nodes, () -> lease.isOf("cut off"));
        var other = new ResultsRelay(shop.book, there, nodes, () -> lease.isOf("other"));
        cutOff.begin();
        other.begin();
        shop.fuses.cut(Results.class);
        for (int second = 1; second <= 20; second++) {
            shop.clock.advance(Duration.ofSeconds(1));
            shop.buy(second, second, 1);
            attempt(cutOff);
            attempt(other);
        }
        assertEquals(LongStream.rangeClosed(1, 20).boxed().toList(), published);

        shop.fuses.mend(Results.class);
        cutOff.run();
        shop.buy(21, 21, 1);
        other.run();
        assertEquals(21L, published.getLast());
    }

    private static void attempt(Runnable relay) {
        try {
            relay.run();
        } catch (Unavailable awayForNow) {
            // The next second tries again, as a duty does.
        }
    }

    @Test
    void a_reminder_waits_for_a_broker_that_is_away_and_nobody_waits_for_the_reminder() {
        var reminded = new ArrayList<Instant>();
        var broker = shop.fuses.around(Deadlines.class, remembering(reminded));
        var reminders = new Reminders(broker);
        var due = shop.clock.instant().plusSeconds(900);
        shop.fuses.cut(Deadlines.class);
        for (int i = 0; i < 20_000; i++) reminders.remind(due.plusMillis(i / 2));
        assertThrows(Unavailable.class, reminders::run);
        assertEquals(List.of(), reminded);

        shop.fuses.mend(Deadlines.class);
        reminders.run();
        reminders.run();
        assertEquals(10_000, reminded.size());
        assertEquals(due, reminded.getFirst());
    }

    private static Deadlines remembering(List<Instant> reminded) {
        return new Deadlines() {
            @Override
            public void remind(Instant due) {
                reminded.add(due);
            }

            @Override
            public void subscribe(Consumer<Instant> subscriber) {}
        };
    }

    private ResultsRelay relay() {
        return new ResultsRelay(shop.book, results, nodes, leads::get);
    }
}
