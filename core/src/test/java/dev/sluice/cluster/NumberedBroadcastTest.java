package dev.sluice.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.OfferId;
import dev.sluice.plain.ManualClock;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Transport;
import dev.sluice.port.Unavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class NumberedBroadcastTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    /// Carries envelopes on the sender's thread unless it is told to mistreat them.
    private static final class Wire implements Transport {
        final List<Consumer<Envelope>> ends = new CopyOnWriteArrayList<>();
        final List<Envelope> kept = new ArrayList<>();
        boolean loses;
        boolean doubles;
        boolean keeps;
        boolean fails;
        boolean losesAnns;

        @Override
        public void send(Envelope envelope) {
            if (losesAnns && envelope.toString().contains("node=ann@")) return;
            if (fails) throw new Unavailable("the wire is cut", null);
            if (loses) return;
            if (keeps) kept.add(envelope);
            else carry(envelope);
            if (doubles) carry(envelope);
        }

        void carry(Envelope envelope) {
            for (var end : ends) end.accept(envelope);
        }

        void carryKept() {
            keeps = false;
            kept.forEach(this::carry);
            kept.clear();
        }

        @Override
        public void subscribe(Consumer<Envelope> subscriber) {
            ends.add(subscriber);
        }
    }

    private final ManualClock clock = new ManualClock();
    private final Wire wire = new Wire();
    private final NumberedBroadcast ann = NumberedBroadcast.onOneThread(wire, "ann", clock);
    private final NumberedBroadcast bob = NumberedBroadcast.onOneThread(wire, "bob", clock);
    private final List<Signal> heardByAnn = inbox(ann);
    private final List<Signal> heardByBob = inbox(bob);

    @Test
    void a_signal_reaches_its_sender_and_the_others_once() {
        ann.send(signal(1));
        ann.send(signal(2));

        assertEquals(List.of(signal(1), signal(2)), heardByAnn);
        assertEquals(List.of(signal(1), signal(2)), heardByBob);
    }

    @Test
    void all_is_well_as_long_as_nothing_is_lost() {
        for (int i = 1; i <= 100; i++) {
            ann.send(signal(i));
            bob.send(signal(-i));
            second();
        }

        assertEquals(200, heardByAnn.size());
        assertFalse(heardByAnn.contains(new Signal.Missed()));
        assertFalse(heardByBob.contains(new Signal.Missed()));
    }

    @Test
    void a_doubled_signal_is_heard_once() {
        wire.doubles = true;
        for (int i = 1; i <= 3; i++) ann.send(signal(i));
        second();

        assertEquals(List.of(signal(1), signal(2), signal(3)), heardByBob);
    }

    @Test
    void a_lost_signal_is_noticed_by_the_next_one() {
        ann.send(signal(1));
        wire.loses = true;
        ann.send(signal(2));
        wire.loses = false;
        ann.send(signal(3));

        assertEquals(List.of(signal(1), signal(3), new Signal.Missed()), heardByBob);
        assertEquals(List.of(signal(1), signal(2), signal(3)), heardByAnn);
    }

    @Test
    void a_lost_signal_is_noticed_by_the_next_beat_and_told_once() {
        ann.send(signal(1));
        wire.loses = true;
        ann.send(signal(2));
        wire.loses = false;
        second();
        second();
        ann.send(signal(3));

        assertEquals(List.of(signal(1), new Signal.Missed(), signal(3)), heardByBob);
    }

    @Test
    void the_first_signal_of_a_node_is_missed_too() {
        wire.loses = true;
        ann.send(signal(1));
        wire.loses = false;
        ann.beat();

        assertEquals(List.of(new Signal.Missed()), heardByBob);
    }

    @Test
    void a_signal_that_comes_after_a_later_one_is_dropped_and_told_as_missed() {
        wire.keeps = true;
        ann.send(signal(1));
        wire.keeps = false;
        ann.send(signal(2));
        wire.carryKept();

        assertEquals(List.of(signal(2), new Signal.Missed()), heardByBob);
    }

    @Test
    void a_signal_that_comes_after_the_beat_is_still_heard() {
        wire.keeps = true;
        ann.send(signal(1));
        wire.keeps = false;
        ann.beat();
        wire.carryKept();
        ann.send(signal(2));

        assertEquals(List.of(new Signal.Missed(), signal(1), signal(2)), heardByBob);
    }

    @Test
    void losses_are_told_at_most_once_a_second_and_none_is_forgotten() {
        for (int i = 1; i <= 20; i++) {
            wire.loses = i % 2 == 1;
            ann.send(signal(i));
        }
        assertEquals(1, Collections.frequency(heardByBob, new Signal.Missed()));

        second();
        assertEquals(2, Collections.frequency(heardByBob, new Signal.Missed()));
        second();
        assertEquals(2, Collections.frequency(heardByBob, new Signal.Missed()));
    }

    @Test
    void a_transport_that_fails_keeps_nothing_from_this_node() {
        wire.fails = true;
        ann.send(signal(1));

        assertEquals(List.of(signal(1)), heardByAnn);
        assertEquals(List.of(), heardByBob);
    }

    @Test
    void a_transport_that_is_away_is_noticed_after_two_seconds_and_told_again_when_it_is_back() {
        second();
        wire.fails = true;
        second();
        second();
        assertEquals(List.of(), heardByAnn);
        second();
        assertEquals(List.of(new Signal.Missed()), heardByAnn);
        second();
        assertEquals(2, heardByAnn.size());

        wire.fails = false;
        second();
        assertEquals(3, heardByAnn.size());
        second();
        second();
        assertEquals(3, heardByAnn.size());
    }

    /// Its signals reach nobody, while it takes from the queue and settles as before.
    @Test
    void what_a_node_says_that_alone_is_cut_off_for_minutes_is_missed_within_ten_seconds() {
        second();
        wire.losesAnns = true;
        for (int i = 1; i <= 18; i++) {
            heardByBob.clear();
            ann.send(signal(i));
            for (int j = 0; j < 10; j++) second();
            assertTrue(heardByBob.contains(new Signal.Missed()), "after " + i + "0 seconds");
        }

        wire.losesAnns = false;
        second();
        second();
        heardByBob.clear();
        for (int i = 0; i < 60; i++) second();
        assertEquals(List.of(), heardByBob);
    }

    @Test
    void a_long_pause_between_beats_is_no_loss() {
        second();
        clock.advance(Duration.ofSeconds(30));
        second();

        assertEquals(List.of(), heardByAnn);
    }

    /// As when a node is suspended for long, and the transport lets go of it meanwhile.
    @Test
    void what_a_node_said_before_it_stopped_is_missed_by_one_that_stood_still_for_minutes() {
        second();
        wire.loses = true;
        ann.send(signal(1));
        wire.loses = false;
        clock.advance(Duration.ofMinutes(6));
        bobAlone(3);

        assertEquals(List.of(new Signal.Missed()), heardByBob);
    }

    @Test
    void a_node_that_starts_again_is_heard_from_its_first_signal() {
        for (int i = 1; i <= 5; i++) ann.send(signal(i));
        clock.advance(SECOND);
        var again = NumberedBroadcast.onOneThread(wire, "ann", clock);
        heardByBob.clear();

        again.send(signal(6));

        assertEquals(List.of(signal(6)), heardByBob);
    }

    @Test
    void a_node_that_was_silent_for_five_minutes_is_forgotten() {
        ann.send(signal(1));
        bobAlone(300);
        int looks = Collections.frequency(heardByBob, new Signal.Missed());
        assertTrue(looks >= 35 && looks <= 45, "looks: " + looks);
        heardByBob.clear();
        bobAlone(60);
        ann.send(signal(2));

        assertEquals(List.of(signal(2), new Signal.Missed()), heardByBob);
    }

    @Test
    void a_node_that_joins_looks_for_itself_once() {
        for (int i = 1; i <= 5; i++) ann.send(signal(i));
        var eve = NumberedBroadcast.onOneThread(wire, "eve", clock);
        var heardByEve = inbox(eve);

        second();
        ann.send(signal(6));
        second();

        assertEquals(List.of(new Signal.Missed(), signal(6)), heardByEve);
    }

    @Test
    void a_subscriber_that_fails_does_not_keep_the_signal_from_others() {
        bob.subscribe(signal -> {
            throw new IllegalStateException("this subscriber always fails");
        });
        var after = inbox(bob);
        ann.send(signal(1));
        ann.send(signal(2));

        assertEquals(List.of(signal(1), signal(2)), after);
    }

    @Test
    void a_signal_sent_by_a_subscriber_comes_after_the_present_one_for_all() {
        ann.subscribe(signal -> {
            if (signal.equals(signal(1))) ann.send(signal(2));
        });
        var after = inbox(ann);

        ann.send(signal(1));

        assertEquals(List.of(signal(1), signal(2)), after);
        assertEquals(List.of(signal(1), signal(2)), heardByBob);
    }

    @Test
    void a_signal_without_a_number_is_told_as_it_comes() {
        wire.send(new Transport.Envelope.Bare(signal(1)));
        wire.send(new Transport.Envelope.Bare(signal(1)));
        second();

        assertEquals(List.of(signal(1), signal(1)), heardByAnn);
        assertEquals(List.of(signal(1), signal(1)), heardByBob);
    }

    @Test
    void nobody_is_sent_that_signals_were_missed_and_a_name_has_no_spaces() {
        assertThrows(IllegalArgumentException.class, () -> ann.send(new Signal.Missed()));
        assertThrows(
                IllegalArgumentException.class, () -> new NumberedBroadcast(wire, "a b", clock));
    }

    /// Whatever the wire does: what a node hears of another is in order, each once, and when
    /// something did not come, the node was told within two seconds after the wire is well again.
    @Test
    void whatever_the_wire_does_the_order_holds_and_losses_are_told() {
        for (int seed = 0; seed < 200; seed++) {
            heardByBob.clear();
            var random = new SplittableRandom(seed);
            int from = seed * 1_000;
            for (int i = 0; i < 60; i++) {
                wire.loses = random.nextInt(8) == 0;
                wire.doubles = random.nextInt(8) == 0;
                wire.keeps = random.nextInt(8) == 0;
                ann.send(signal(from + i));
                if (random.nextInt(10) == 0) second();
                if (random.nextInt(10) == 0) wire.carryKept();
            }
            wire.loses = false;
            wire.doubles = false;
            wire.carryKept();
            second();
            second();

            var offers = new ArrayList<Long>();
            for (var signal : heardByBob) {
                if (signal instanceof Signal.SoldOut(OfferId offer)) offers.add(offer.value());
            }
            assertEquals(offers.stream().sorted().distinct().toList(), offers, "seed " + seed);
            assertTrue(
                    offers.size() == 60 || heardByBob.contains(new Signal.Missed()),
                    "seed " + seed + ": " + heardByBob);
        }
    }

    private void bobAlone(int seconds) {
        for (int i = 0; i < seconds; i++) {
            clock.advance(SECOND);
            bob.beat();
        }
    }

    private void second() {
        clock.advance(SECOND);
        ann.beat();
        bob.beat();
    }

    private static Signal signal(long number) {
        return new Signal.SoldOut(new OfferId(number));
    }

    private static List<Signal> inbox(Broadcast node) {
        var inbox = new CopyOnWriteArrayList<Signal>();
        node.subscribe(inbox::add);
        return inbox;
    }
}
