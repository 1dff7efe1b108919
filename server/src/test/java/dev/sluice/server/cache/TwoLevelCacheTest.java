package dev.sluice.server.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.Unavailable;
import dev.sluice.server.metrics.Metrics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class TwoLevelCacheTest {

    private static final Duration LOCAL = Duration.ofSeconds(60);
    private static final Duration SHARED = Duration.ofSeconds(600);

    private final AtomicLong nanos = new AtomicLong(-5);
    private final PlainSharedCache shared = new PlainSharedCache(nanos::get);
    private final Map<String, String> truth = new ConcurrentHashMap<>(Map.of("a", "one"));
    private final AtomicInteger loads = new AtomicInteger();
    private final TwoLevelCache<String> here = node(1);
    private final TwoLevelCache<String> there = node(1);

    @Test
    void a_value_is_loaded_once_for_all_nodes() {
        for (int i = 0; i < 3; i++) {
            assertEquals(Optional.of("one"), find(here));
            assertEquals(Optional.of("one"), find(there));
        }

        assertEquals(1, loads.get());
        assertEquals(Set.of("buyers:v1:a"), shared.keys());
    }

    @Test
    void what_this_node_has_cached_is_found_without_blocking() {
        assertEquals(Optional.empty(), here.findLocal("a"));
        find(here);
        shared.away = true;

        assertEquals(Optional.of("one"), here.findLocal("a"));
        assertEquals(Optional.empty(), there.findLocal("a"));
    }

    @Test
    void another_version_finds_nothing_of_this_one() {
        find(here);

        assertEquals(Optional.of("one"), find(node(2)));
        assertEquals(2, loads.get());
    }

    @Test
    void a_value_that_cannot_be_read_is_loaded_anew() {
        shared.put("buyers:v1:a", "garbage".getBytes(StandardCharsets.UTF_8), SHARED);

        assertEquals(Optional.of("one"), find(here));
        assertEquals(1, loads.get());
    }

    @Test
    void lifetimes_vary_by_a_tenth() {
        var ends = new HashSet<Long>();
        for (int i = 0; i < 200; i++) truth.put("k" + i, "x");
        for (int i = 0; i < 200; i++) find(here, "k" + i);
        for (int second = 1; second <= 70; second++) {
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            int known = 0;
            for (int i = 0; i < 200; i++) if (here.findLocal("k" + i).isPresent()) known++;
            if (second < 54) assertEquals(200, known, "after " + second);
            if (second >= 66) assertEquals(0, known, "after " + second);
            ends.add((long) known);
        }
        assertTrue(ends.size() > 5, ends::toString);
        var lifetimes = shared.lifetimes();
        assertEquals(200, lifetimes.size());
        for (var lifetime : lifetimes) {
            assertTrue(Math.abs(lifetime.toMillis() - SHARED.toMillis()) <= 60_000);
        }
        assertTrue(new HashSet<>(lifetimes).size() > 100);
    }

    @Test
    void that_there_is_nothing_is_remembered_for_a_second_and_told_to_nobody() {
        for (int i = 0; i < 5; i++) assertEquals(Optional.empty(), find(here, "b"));
        assertEquals(1, loads.get());
        assertEquals(Set.of(), shared.keys());

        truth.put("b", "two");
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertEquals(Optional.of("two"), find(here, "b"));
    }

    @Test
    void ids_that_name_nothing_reach_neither_the_shared_cache_nor_the_source() {
        var cache =
                new TwoLevelCache<>(
                        spec(1), shared, new SplittableRandom(1), nanos::get, id -> id.equals("a"));
        int before = shared.calls.get();
        for (int i = 0; i < 100; i++) assertEquals(Optional.empty(), find(cache, "x" + i));

        assertEquals(before, shared.calls.get());
        assertEquals(0, loads.get());
        assertEquals(Optional.of("one"), find(cache));
    }

    @Test
    void of_many_who_miss_at_once_one_loads() throws Exception {
        var entered = new CountDownLatch(1);
        var released = new CountDownLatch(1);
        Supplier<Optional<String>> slow =
                () -> {
                    loads.incrementAndGet();
                    entered.countDown();
                    await(released);
                    return Optional.of("one");
                };
        try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = new ArrayList<Future<Optional<String>>>();
            for (int i = 0; i < 50; i++) answers.add(crowd.submit(() -> here.find("a", slow)));
            await(entered);
            released.countDown();

            for (var answer : answers) assertEquals(Optional.of("one"), answer.get());
        }
        assertEquals(1, loads.get());
    }

    @Test
    void a_load_that_fails_fails_those_who_wait_for_it_and_nothing_is_remembered()
            throws Exception {
        var entered = new CountDownLatch(1);
        var released = new CountDownLatch(1);
        Supplier<Optional<String>> failing =
                () -> {
                    entered.countDown();
                    await(released);
                    throw new Unavailable("the database is away", null);
                };
        try (var crowd = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = crowd.submit(() -> here.find("a", failing));
            await(entered);
            var second = crowd.submit(() -> here.find("a", failing));
            released.countDown();
            for (var answer : List.of(first, second)) {
                var fault = assertThrows(Exception.class, answer::get);
                assertTrue(fault.getCause() instanceof Unavailable, fault::toString);
            }
        }
        assertEquals(Optional.of("one"), find(here));
    }

    @Test
    void a_dropped_value_is_loaded_anew_on_every_node_that_hears_of_it() {
        find(here);
        find(there);
        truth.put("a", "two");
        here.drop("a");
        assertEquals(Optional.of("one"), find(there));
        there.dropLocal("a");

        assertEquals(Optional.of("two"), find(here));
        assertEquals(Optional.of("two"), find(there));
    }

    @Test
    void a_full_cache_finds_and_drops_and_nobody_reads_what_is_old() {
        find(here);
        shared.full = true;

        assertEquals(Optional.of("one"), find(there));
        truth.put("a", "three");
        here.drop("a");
        there.dropLocal("a");
        assertEquals(Optional.of("three"), find(there));

        shared.full = false;
        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        here.put("c", "four");
        assertTrue(shared.keys().contains("buyers:v1:c"), "it is used again");
    }

    @Test
    void a_node_that_missed_drops_forgets_everything() {
        truth.put("b", "x");
        find(there);
        find(there, "b");
        truth.put("a", "two");
        truth.put("b", "y");
        here.drop("a");
        here.drop("b");
        there.dropAllLocal();

        assertEquals(Optional.of("two"), find(there));
        assertEquals(Optional.of("y"), find(there, "b"));
    }

    @Test
    void a_value_dropped_while_it_is_loaded_is_kept_nowhere() {
        for (var dropping : droppings()) {
            truth.put("a", "old");
            here.drop("a");
            nanos.addAndGet(Duration.ofSeconds(20).toNanos());

            var found =
                    here.find(
                            "a",
                            () -> {
                                truth.put("a", "new");
                                dropping.run();
                                return Optional.of("old");
                            });

            assertEquals(Optional.of("old"), found);
            assertEquals(Optional.of("new"), find(here));
            there.dropAllLocal();
            assertEquals(Optional.of("new"), find(there));
        }
    }

    /// The drop by this node, and by another one of which this one hears, in each way.
    private List<Runnable> droppings() {
        return List.of(
                () -> here.drop("a"),
                () -> {
                    there.drop("a");
                    here.dropLocal("a");
                },
                () -> {
                    there.drop("a");
                    here.dropAllLocal();
                });
    }

    @Test
    void a_value_that_another_node_loaded_before_the_drop_does_not_come_back() {
        var old =
                there.find(
                        "a",
                        () -> {
                            truth.put("a", "two");
                            here.drop("a");
                            return Optional.of("one");
                        });
        assertEquals(Optional.of("one"), old);

        assertEquals(Optional.of("two"), find(here));
        there.dropLocal("a");
        assertEquals(Optional.of("two"), find(there));
    }

    @Test
    void a_value_put_is_found_everywhere_without_a_load() {
        here.drop("b");
        here.put("b", "new");

        assertEquals(Optional.of("new"), here.findLocal("b"));
        assertEquals(Optional.of("new"), find(there, "b"));
        assertEquals(0, loads.get());
    }

    @Test
    void a_shared_cache_that_is_away_is_a_miss_and_left_alone_for_a_second() {
        shared.away = true;
        for (int i = 0; i < 20; i++) truth.put("k" + i, "x");
        for (int i = 0; i < 20; i++) assertEquals(Optional.of("x"), find(here, "k" + i));
        assertEquals(1, shared.calls.get());

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        shared.away = false;
        assertEquals(Optional.of("one"), find(here));
        assertEquals(Set.of("buyers:v1:a"), shared.keys());
    }

    @Test
    void a_drop_that_the_shared_cache_did_not_hear_is_said_when_it_is_back() {
        find(here);
        shared.away = true;
        truth.put("a", "two");
        here.drop("a");
        here.put("b", "newer");
        assertEquals(Optional.of("two"), find(here));
        shared.away = false;
        nanos.addAndGet(Duration.ofSeconds(1).toNanos());

        find(here, "other");

        assertEquals(Optional.of("two"), find(there));
        assertEquals(Set.of("buyers:v1:a", "buyers:v1:b"), shared.keys());
    }

    @Test
    void everything_is_counted() {
        var metrics = new Metrics();
        here.register(metrics);
        find(there);
        find(here);
        find(here);
        find(here, "b");

        var text = metrics.text();
        for (var line :
                List.of(
                        "sluice_cache_hits_total{cache=\"buyers\",level=\"local\"} 1\n",
                        "sluice_cache_hits_total{cache=\"buyers\",level=\"shared\"} 1\n",
                        "sluice_cache_loads_total{cache=\"buyers\"} 1\n",
                        "sluice_cache_faults_total{cache=\"buyers\"} 0\n")) {
            assertTrue(text.contains(line), () -> line + " in " + text);
        }
    }

    /// Nodes that change values, tell each other and read: who has heard of the last change never
    /// reads an older value.
    @Test
    void nobody_reads_what_is_older_than_the_last_drop_it_heard() {
        var random = new SplittableRandom(11);
        var nodes = List.of(here, there, node(1));
        var versions = new HashMap<String, Integer>();
        for (int step = 0; step < 20_000; step++) {
            nanos.addAndGet(random.nextLong(Duration.ofSeconds(5).toNanos()));
            shared.away = random.nextInt(10) == 0;
            var id = "k" + random.nextInt(5);
            var node = nodes.get(random.nextInt(3));
            if (random.nextInt(4) == 0) {
                int version = versions.merge(id, 1, Integer::sum);
                truth.put(id, Integer.toString(version));
                shared.away = false;
                node.drop(id);
                for (var other : nodes) if (other != node) other.dropLocal(id);
            }
            var expected = Optional.ofNullable(versions.get(id)).map(v -> Integer.toString(v));
            var found = find(node, id);
            if (expected.isPresent()) assertEquals(expected, found, "step " + step);
            else assertNotEquals(Optional.of("1"), found);
        }
        assertTrue(loads.get() < 15_000, () -> "loads: " + loads);
    }

    private Optional<String> find(TwoLevelCache<String> node) {
        return find(node, "a");
    }

    private Optional<String> find(TwoLevelCache<String> node, String id) {
        return node.find(
                id,
                () -> {
                    loads.incrementAndGet();
                    return Optional.ofNullable(truth.get(id));
                });
    }

    private TwoLevelCache<String> node(int version) {
        return new TwoLevelCache<>(
                spec(version), shared, new SplittableRandom(version), nanos::get);
    }

    private static TwoLevelCache.Spec<String> spec(int version) {
        return new TwoLevelCache.Spec<>("buyers", version, 1_000, LOCAL, SHARED, new Texts());
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Texts implements TwoLevelCache.Codec<String> {

        @Override
        public byte[] encode(String value) {
            return ("=" + value).getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String decode(byte[] bytes) {
            if (bytes[0] != '=') throw new IllegalArgumentException("not ours");
            return new String(bytes, 1, bytes.length - 1, StandardCharsets.UTF_8);
        }
    }
}
