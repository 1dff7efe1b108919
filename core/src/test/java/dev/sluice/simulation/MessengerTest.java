package dev.sluice.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.id.OfferId;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Unavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class MessengerTest {

    private static final Signal SOLD_OUT = new Signal.SoldOut(new OfferId(1));
    private static final Signal FREED = new Signal.Freed(new OfferId(1));

    private final Messenger messenger =
            new Messenger(new Faults(new SplittableRandom(1)), Bug.NONE);

    @Test
    void every_subscriber_hears_every_signal_in_order() {
        var first = new ArrayList<Signal>();
        var second = new ArrayList<Signal>();
        messenger.subscribe(first::add);
        messenger.subscribe(second::add);

        messenger.send(SOLD_OUT);
        messenger.send(FREED);

        assertEquals(List.of(SOLD_OUT, FREED), first);
        assertEquals(first, second);
    }

    @Test
    void a_fault_of_one_is_not_the_loss_of_others_and_a_bug_ends_the_run() {
        var heard = new ArrayList<Signal>();
        messenger.subscribe(signal -> {
            if (signal.equals(FREED)) throw new IllegalStateException("a bug");
            throw new Unavailable("a fault", null);
        });
        messenger.subscribe(heard::add);

        messenger.send(SOLD_OUT);
        assertEquals(List.of(SOLD_OUT), heard);
        assertThrows(AssertionError.class, () -> messenger.send(FREED));
    }

    @Test
    void who_subscribed_before_a_crash_hears_nothing_after_it() {
        var before = new ArrayList<Signal>();
        messenger.subscribe(before::add);

        messenger.crash();
        messenger.send(SOLD_OUT);

        assertEquals(List.of(), before);
    }
}
