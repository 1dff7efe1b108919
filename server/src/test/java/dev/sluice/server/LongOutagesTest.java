package dev.sluice.server;

import static dev.sluice.server.TrialSetup.Part.BROKER;
import static dev.sluice.server.TrialSetup.Part.DATABASE;
import static dev.sluice.server.TrialSetup.Part.REDIS;
import static dev.sluice.server.TrialSetup.Part.REPLICA;
import static dev.sluice.server.TrialSetup.RABBITMQ_AND_MARIADB;
import static dev.sluice.server.TrialSetup.REDIS_AND_POSTGRESQL;
import static dev.sluice.server.TrialSetup.ROCKETMQ_AND_POSTGRESQL;
import static dev.sluice.server.TrialSetup.ZOOKEEPER_AND_POSTGRESQL;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.sluice.contracts.Soon;
import dev.sluice.server.Outage.Claims;
import dev.sluice.server.Outage.Cut;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/// Every part away for three real minutes, longer than any lease, beat and patience that a node
/// has, while a sale goes on. Those of a set-up are away at the same time, each from two nodes of
/// its own: they only wait.
@Tag("long")
class LongOutagesTest {

    private static final Duration AWAY = Duration.ofMinutes(3);
    private static final Duration STEP = Duration.ofSeconds(5);

    private final InstantSource clock = InstantSource.system();

    @TestFactory
    Stream<DynamicTest> redis_and_postgresql() {
        var database = Cut.of(REDIS_AND_POSTGRESQL, DATABASE);
        var redis = Cut.of(REDIS_AND_POSTGRESQL, REDIS);
        return together(
                () -> database,
                database::hanging,
                database::alone,
                () -> redis,
                redis::hanging,
                redis::alone,
                () -> Cut.of(REDIS_AND_POSTGRESQL, DATABASE, REDIS));
    }

    @TestFactory
    Stream<DynamicTest> servers_that_are_killed_full_or_replaced_and_nodes() {
        return together(
                RedisOutages.Killed::new,
                RedisOutages.Full::new,
                () -> new RedisOutages.Failover(true),
                () -> new RedisOutages.Failover(false),
                () -> new RedisOutages.ShardKilled(REDIS_AND_POSTGRESQL),
                () -> new RedisOutages.ShardKilled(RABBITMQ_AND_MARIADB),
                NodeOutages.Killed::new,
                NodeOutages.AllKilled::new,
                NodeOutages.Paused::new);
    }

    @TestFactory
    Stream<DynamicTest> rabbitmq_and_mariadb() {
        var broker = Cut.of(RABBITMQ_AND_MARIADB, BROKER);
        return together(
                () -> broker,
                broker::hanging,
                broker::alone,
                () -> Cut.of(RABBITMQ_AND_MARIADB, DATABASE),
                () -> Cut.of(RABBITMQ_AND_MARIADB, DATABASE).hanging(),
                () -> Cut.of(RABBITMQ_AND_MARIADB, DATABASE).alone(),
                () -> Cut.of(RABBITMQ_AND_MARIADB, REDIS),
                () -> Cut.of(RABBITMQ_AND_MARIADB, REDIS).alone(),
                () -> Cut.of(RABBITMQ_AND_MARIADB, BROKER, DATABASE),
                () -> Cut.of(RABBITMQ_AND_MARIADB, BROKER, DATABASE, REDIS));
    }

    @TestFactory
    Stream<DynamicTest> rocketmq_zookeeper_and_a_replica() {
        return together(
                () -> new NodeOutages.RocketMq(false),
                () -> new NodeOutages.RocketMq(true),
                () -> Cut.of(ROCKETMQ_AND_POSTGRESQL, DATABASE),
                () -> Cut.of(ROCKETMQ_AND_POSTGRESQL, REDIS),
                () -> Cut.of(ZOOKEEPER_AND_POSTGRESQL, BROKER),
                () -> Cut.of(ZOOKEEPER_AND_POSTGRESQL, BROKER).hanging(),
                () -> Cut.of(ZOOKEEPER_AND_POSTGRESQL, REPLICA),
                () -> Cut.of(ZOOKEEPER_AND_POSTGRESQL, REPLICA).hanging());
    }

    /// Nodes start one after the other: all at once would be too much for a small machine.
    @SafeVarargs
    private Stream<DynamicTest> together(Callable<Outage>... outages) {
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        var played = new HashMap<String, Future<Void>>();
        for (var opener : outages) {
            try {
                var outage = opener.call();
                var trial = outage.open(clock);
                played.put(outage.toString(), threads.submit(() -> play(outage, trial)));
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }
        threads.shutdown();
        return played.entrySet().stream()
                .map(one -> DynamicTest.dynamicTest(one.getKey(), () -> await(one.getValue())));
    }

    private static void await(Future<Void> played) throws Throwable {
        try {
            played.get();
        } catch (ExecutionException e) {
            throw e.getCause();
        }
    }

    private Void play(Outage outage, Trial nodes) throws Exception {
        try (var trial = nodes) {
            var sale = new TrialSale(trial);
            outage.before(trial);
            for (int node = 0; node < Trial.NODES; node++) sale.claimSome(node, 4, Claims.QUEUED);
            outage.begin(trial);
            var begun = clock.instant();
            var over = begun.plus(AWAY);
            for (int node = 0; node < Trial.NODES; node++) awaitSeen(outage, trial, node);
            for (int step = 1; clock.instant().isBefore(over); step++) {
                for (int node = 0; node < Trial.NODES; node++) look(outage, trial, sale, node);
                var next = begun.plus(STEP.multipliedBy(step));
                Soon.until(AWAY, () -> "time", () -> !clock.instant().isBefore(next));
            }
            outage.end(trial);
            sale.endsWell();
        }
        return null;
    }

    private static void awaitSeen(Outage outage, Trial trial, int node) {
        for (var seen : outage.seen(node)) {
            Soon.until(
                    "ready is %s at node %d".formatted(seen.ready(), node),
                    () -> trial.isReady(node) == seen.ready());
        }
    }

    /// Only a node that can do everything calls itself ready; one that can may be slow to say so on
    /// a busy machine.
    private static void look(Outage outage, Trial trial, TrialSale sale, int node) {
        for (var seen : outage.seen(node)) {
            if (sale.mayClaim()) sale.claimSome(node, 1, seen.claims());
            if (seen.ready()) awaitSeen(outage, trial, node);
            else assertFalse(trial.isReady(node), "ready, node " + node);
            assertEquals(0, trial.metric(node, "sluice_corrections"));
        }
    }
}
