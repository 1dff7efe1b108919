package dev.sluice.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.HoldSamples;
import dev.sluice.contracts.Services;
import dev.sluice.contracts.Soon;
import dev.sluice.contracts.TransportContract;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Transport;
import dev.sluice.port.Transport.Envelope;
import dev.sluice.port.Transport.Envelope.Bare;
import dev.sluice.port.Transport.Envelope.Numbered;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ZooKeeperTransportTest implements TransportContract {

    private static final AtomicInteger PATHS = new AtomicInteger();
    private static final long PID = ProcessHandle.current().pid();

    private final List<ZooKeeperTransport> open = new ArrayList<>();
    private final List<AutoCloseable> above = new ArrayList<>();
    private final List<Envelope> heard = new CopyOnWriteArrayList<>();

    @Override
    public List<Transport> transports(int count) {
        var config = config(Services.port("zookeeper"));
        var nodes = new ArrayList<Transport>();
        for (int i = 0; i < count; i++) nodes.add(open(config));
        return nodes;
    }

    @Override
    public <T extends AutoCloseable> T closing(T opened) {
        above.add(opened);
        return opened;
    }

    @AfterEach
    void close() throws Exception {
        for (var opened : above) opened.close();
        open.forEach(ZooKeeperTransport::close);
    }

    @Test
    void a_signal_of_many_claims_goes_in_parts_and_arrives_whole() {
        var nodes = transports(3);
        nodes.getLast().subscribe(heard::add);
        var first = new Numbered("a@1", 1, new Signal.ClaimsEnded(ended(20_000)));
        var second = new Numbered("b@1", 1, new Signal.ClaimsEnded(ended(10_000)));

        var other = Thread.ofVirtual().start(() -> nodes.get(1).send(second));
        nodes.getFirst().send(first);

        Soon.until("both have come", () -> heard.size() == 2 && !other.isAlive());
        assertTrue(heard.containsAll(List.of(first, second)));
    }

    @Test
    void a_node_does_not_hear_what_was_said_before_it_came() {
        var config = config(Services.port("zookeeper"));
        var first = open(config);
        first.send(new Bare(new Signal.SoldOut(new OfferId(1))));

        open(config).subscribe(heard::add);
        first.send(new Bare(new Signal.SoldOut(new OfferId(2))));

        Soon.until("it has come", () -> !heard.isEmpty());
        assertEquals(List.of(new Bare(new Signal.SoldOut(new OfferId(2)))), heard);
    }

    @Test
    void signals_go_on_after_the_sessions_were_lost() throws Exception {
        var nodes = transports(2);
        nodes.getLast().subscribe(heard::add);
        for (var node : open) {
            node.client()
                    .getZookeeperClient()
                    .getZooKeeper()
                    .getTestable()
                    .injectSessionExpiration();
        }

        Soon.until(
                "signals are heard again",
                () ->
                        isSent(nodes.getFirst(), new Bare(new Signal.SoldOut(new OfferId(1))))
                                && !heard.isEmpty());
    }

    @Test
    void what_was_sent_while_a_node_had_no_session_is_heard_in_order_afterwards() throws Exception {
        var nodes = transports(2);
        nodes.getLast().subscribe(heard::add);
        open.getLast()
                .client()
                .getZookeeperClient()
                .getZooKeeper()
                .getTestable()
                .injectSessionExpiration();
        var sent = new ArrayList<Envelope>();
        for (int i = 0; i < 20; i++) sent.add(new Bare(new Signal.SoldOut(new OfferId(i))));

        sent.forEach(nodes.getFirst()::send);

        Soon.until("all have come", () -> heard.size() >= 20);
        assertEquals(sent, heard);
    }

    @Test
    void old_signals_are_removed() throws Exception {
        var node = new ZooKeeperTransport(config(Services.port("zookeeper")), 200);
        open.add(node);
        var parent = "/test-" + PID + "-" + PATHS.get() + "/signals";
        for (int i = 0; i < 100; i++) node.send(new Bare(new Signal.SwitchesChanged()));

        Soon.until(
                "those of the beginning are gone",
                () -> {
                    node.send(new Bare(new Signal.SwitchesChanged()));
                    return children(node, parent) < 100;
                });
        assertTrue(children(node, parent) > 0);
    }

    @Test
    void signals_go_on_when_the_parent_was_removed() throws Exception {
        var nodes = transports(2);
        nodes.getLast().subscribe(heard::add);
        nodes.getFirst().send(new Bare(new Signal.SoldOut(new OfferId(1))));
        nodes.getFirst().send(new Bare(new Signal.SoldOut(new OfferId(2))));
        Soon.until("both have come", () -> heard.size() == 2);

        var parent = "/test-" + PID + "-" + PATHS.get() + "/signals";
        open.getFirst().client().delete().deletingChildrenIfNeeded().forPath(parent);

        Soon.until(
                "signals are heard again",
                () ->
                        isSent(nodes.getFirst(), new Bare(new Signal.SoldOut(new OfferId(3))))
                                && heard.contains(new Bare(new Signal.SoldOut(new OfferId(3)))));
    }

    @Test
    void everything_goes_on_by_itself_when_zookeeper_is_back() {
        try (var server = Services.open("zookeeper")) {
            var config = config(server.port());
            var first = open(config);
            open(config).subscribe(heard::add);
            first.send(new Bare(new Signal.SoldOut(new OfferId(1))));
            Soon.until("it has come", () -> heard.size() == 1);

            server.kill();
            Soon.returns(
                    "an answer without ZooKeeper",
                    () ->
                            assertThrows(
                                    Unavailable.class,
                                    () -> first.send(new Bare(new Signal.SwitchesChanged()))));
            server.start();

            var after = new Bare(new Signal.SoldOut(new OfferId(2)));
            Soon.until("signals are heard", () -> isSent(first, after) && heard.contains(after));
            open.forEach(ZooKeeperTransport::close);
            open.clear();
        }
    }

    @Test
    void without_zookeeper_there_is_no_start() {
        var nowhere = new ZooKeeperConfig("127.0.0.1:1", "/test", Duration.ofSeconds(1));
        assertThrows(Unavailable.class, () -> new ZooKeeperTransport(nowhere));
    }

    private ZooKeeperTransport open(ZooKeeperConfig config) {
        var node = new ZooKeeperTransport(config);
        open.add(node);
        return node;
    }

    private static ZooKeeperConfig config(int port) {
        var path = "/test-" + PID + "-" + PATHS.incrementAndGet();
        return new ZooKeeperConfig("127.0.0.1:" + port, path, Duration.ofSeconds(30));
    }

    private static int children(ZooKeeperTransport node, String parent) {
        try {
            return node.client().getChildren().forPath(parent).size();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isSent(Transport node, Envelope envelope) {
        try {
            node.send(envelope);
            return true;
        } catch (Unavailable fault) {
            return false;
        }
    }

    private static List<ClaimState> ended(int count) {
        var ended = new ArrayList<ClaimState>();
        for (var claim : HoldSamples.claims(count)) {
            var won = Optional.<Outcome>of(new Outcome.Won(claim.id(), new OrderId(9)));
            ended.add(new ClaimState(claim.hold(), ended.size() + 1, won));
        }
        return ended;
    }
}
