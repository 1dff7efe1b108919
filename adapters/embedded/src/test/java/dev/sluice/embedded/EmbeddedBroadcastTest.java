package dev.sluice.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.contracts.BroadcastContract;
import dev.sluice.contracts.HoldSamples;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Broadcast.Signal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class EmbeddedBroadcastTest implements BroadcastContract {

    @Override
    public List<Broadcast> nodes(int count) {
        return Collections.nCopies(count, new EmbeddedBroadcast());
    }

    @Test
    void a_signal_sent_by_a_subscriber_comes_after_the_present_one_for_all() {
        var broadcast = new EmbeddedBroadcast();
        var soldOut = new Signal.SoldOut(HoldSamples.OFFER);
        var freed = new Signal.Freed(HoldSamples.OFFER);
        var heard = new ArrayList<Signal>();
        broadcast.subscribe(signal -> {
            if (signal.equals(soldOut)) broadcast.send(freed);
        });
        broadcast.subscribe(heard::add);

        broadcast.send(soldOut);

        assertEquals(List.of(soldOut, freed), heard);
    }
}
