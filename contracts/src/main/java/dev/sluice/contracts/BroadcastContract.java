package dev.sluice.contracts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.id.SaleId;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hash;
import dev.sluice.sale.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// What every broadcast must do. Signals may arrive on another thread and some time later.
public interface BroadcastContract {

    /// So many nodes that hear each other; the same object several times where there is one node.
    List<Broadcast> nodes(int count) throws Exception;

    @Test
    default void a_signal_reaches_every_subscriber_of_every_node() throws Exception {
        var nodes = nodes(2);
        var inboxes = new ArrayList<BlockingQueue<Signal>>();
        for (var node : nodes) {
            inboxes.add(subscribe(node));
            inboxes.add(subscribe(node));
        }

        nodes.getFirst().send(new Signal.SoldOut(HoldSamples.OFFER));

        for (var inbox : inboxes) {
            assertEquals(List.of(new Signal.SoldOut(HoldSamples.OFFER)), receive(inbox, 1));
        }
    }

    @Test
    default void signals_of_one_node_arrive_in_order() throws Exception {
        var nodes = nodes(2);
        var inbox = subscribe(nodes.getLast());
        var sent = new ArrayList<Signal>();
        for (int i = 0; i < 500; i++) {
            var offer = new OfferId(i);
            sent.add(i % 2 == 0 ? new Signal.SoldOut(offer) : new Signal.Freed(offer));
        }

        sent.forEach(nodes.getFirst()::send);

        assertEquals(sent, receive(inbox, sent.size()));
    }

    @Test
    default void every_kind_of_signal_arrives_as_it_was_sent() throws Exception {
        var nodes = nodes(2);
        var inbox = subscribe(nodes.getLast());
        var sent = everyKind();

        sent.forEach(nodes.getFirst()::send);

        assertEquals(sent, receive(inbox, sent.size()));
    }

    @Test
    default void a_subscriber_that_fails_does_not_keep_the_signal_from_others() throws Exception {
        var node = nodes(1).getFirst();
        var before = subscribe(node);
        node.subscribe(signal -> {
            throw new IllegalStateException("this subscriber always fails");
        });
        var after = subscribe(node);
        var sent =
                List.<Signal>of(
                        new Signal.SwitchesChanged(), new Signal.SaleChanged(new SaleId(1)));

        sent.forEach(node::send);

        assertEquals(sent, receive(before, 2));
        assertEquals(sent, receive(after, 2));
    }

    static List<Signal> everyKind() {
        Claim claim = HoldSamples.claim("ann", 2);
        var won = new Outcome.Won(claim.id(), new OrderId(3));
        var lost = new Outcome.Lost(claim.id(), Outcome.Reason.OVER_LIMIT);
        return List.of(
                new Signal.SoldOut(HoldSamples.OFFER),
                new Signal.Freed(HoldSamples.OFFER),
                new Signal.SaleChanged(new SaleId(9)),
                new Signal.ClaimsEnded(List.of(new ClaimState(claim.hold(), 5, Optional.of(won)))),
                new Signal.ClaimsEnded(List.of(new ClaimState(claim.hold(), 5, Optional.of(lost)))),
                new Signal.SessionEnded(new Hash(new byte[32])),
                new Signal.SwitchesChanged(),
                new Signal.ClaimsEnded(List.of()));
    }

    private static BlockingQueue<Signal> subscribe(Broadcast node) {
        var inbox = new LinkedBlockingQueue<Signal>();
        node.subscribe(inbox::add);
        return inbox;
    }

    static <T> List<T> receive(BlockingQueue<T> inbox, int count) throws InterruptedException {
        var received = new ArrayList<T>();
        while (received.size() < count) {
            var next = inbox.poll(HoldSamples.SOON.toMillis(), TimeUnit.MILLISECONDS);
            assertNotNull(next, "only " + received + " arrived");
            received.add(next);
        }
        return received;
    }
}
