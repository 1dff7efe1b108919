package dev.sluice.contracts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.cluster.NumberedBroadcast;
import dev.sluice.id.OfferId;
import dev.sluice.id.SaleId;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Transport;
import dev.sluice.port.Transport.Envelope;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

/// What every transport must do, by itself and below a [NumberedBroadcast]. Envelopes may arrive on
/// another thread and some time later.
public interface TransportContract extends BroadcastContract {

    /// So many nodes that hear each other.
    List<Transport> transports(int count) throws Exception;

    /// Closes this when the test is over, before the transports.
    <T extends AutoCloseable> T closing(T opened);

    @Override
    default List<Broadcast> nodes(int count) throws Exception {
        var clock = InstantSource.fixed(Instant.EPOCH);
        var nodes = new ArrayList<Broadcast>();
        for (var transport : transports(count)) {
            nodes.add(closing(new NumberedBroadcast(transport, "node-" + nodes.size(), clock)));
        }
        return nodes;
    }

    @Test
    default void an_envelope_reaches_every_subscriber_of_every_node() throws Exception {
        var nodes = transports(3);
        var inboxes = new ArrayList<BlockingQueue<Envelope>>();
        for (var node : nodes) {
            inboxes.add(subscribe(node));
            inboxes.add(subscribe(node));
        }
        var sent = new Envelope.Bare(new Signal.SoldOut(HoldSamples.OFFER));

        nodes.getFirst().send(sent);

        for (var inbox : inboxes) assertEquals(List.of(sent), BroadcastContract.receive(inbox, 1));
    }

    @Test
    default void envelopes_of_one_node_arrive_in_order() throws Exception {
        var nodes = transports(2);
        var inbox = subscribe(nodes.getLast());
        var sent = new ArrayList<Envelope>();
        for (int i = 1; i <= 500; i++) {
            var offer = new OfferId(i);
            var signal = i % 2 == 0 ? new Signal.SoldOut(offer) : new Signal.Freed(offer);
            sent.add(new Envelope.Numbered("node-1", i, signal));
        }

        sent.forEach(nodes.getFirst()::send);

        assertEquals(sent, BroadcastContract.receive(inbox, sent.size()));
    }

    @Test
    default void every_kind_of_envelope_arrives_as_it_was_sent() throws Exception {
        var nodes = transports(2);
        var inbox = subscribe(nodes.getLast());
        var sent = new ArrayList<Envelope>();
        for (var signal : BroadcastContract.everyKind()) sent.add(new Envelope.Bare(signal));
        for (var signal : BroadcastContract.everyKind()) {
            sent.add(new Envelope.Numbered("node-1", sent.size(), signal));
        }
        sent.add(new Envelope.Beat("node-1", sent.size()));

        sent.forEach(nodes.getFirst()::send);

        assertEquals(sent, BroadcastContract.receive(inbox, sent.size()));
    }

    @Test
    default void a_subscriber_that_fails_does_not_keep_the_envelope_from_others() throws Exception {
        var node = transports(1).getFirst();
        var before = subscribe(node);
        node.subscribe(envelope -> {
            throw new IllegalStateException("this subscriber always fails");
        });
        var after = subscribe(node);
        var sent =
                List.<Envelope>of(
                        new Envelope.Bare(new Signal.SwitchesChanged()),
                        new Envelope.Numbered("a", 1, new Signal.SaleChanged(new SaleId(1))));

        sent.forEach(node::send);

        assertEquals(sent, BroadcastContract.receive(before, 2));
        assertEquals(sent, BroadcastContract.receive(after, 2));
    }

    private static BlockingQueue<Envelope> subscribe(Transport node) {
        var inbox = new LinkedBlockingQueue<Envelope>();
        node.subscribe(inbox::add);
        return inbox;
    }
}
