package dev.sluice.redis.hold;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static dev.sluice.contracts.HoldSamples.A_MOMENT;
import static dev.sluice.contracts.HoldSamples.NOON;
import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.SOON;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.claims;
import static dev.sluice.contracts.HoldSamples.claimsOf;
import static dev.sluice.contracts.HoldSamples.holds;
import static dev.sluice.contracts.HoldSamples.reserve;
import static dev.sluice.contracts.HoldSamples.supply;
import static dev.sluice.contracts.HoldSamples.take;
import static dev.sluice.contracts.HoldSamples.takeAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Soon;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.HoldStore;
import dev.sluice.port.Unavailable;
import dev.sluice.redis.RedisStores;
import dev.sluice.redis.RedisTestStores;
import dev.sluice.redis.link.RedisLane;
import dev.sluice.redis.link.RedisLink;
import dev.sluice.sale.Balances.Store;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import io.lettuce.core.KillArgs;
import io.lettuce.core.SetArgs;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Several nodes on one Redis.
class RedisNodesTest {

    @Test
    void what_a_silent_node_has_taken_is_delivered_to_another() throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(2))) {
            one.holds().prepare(supply(100, 2));
            // Each in a call of its own, so that each is taken by itself.
            for (var claim : claims(20)) reserve(one.holds(), claim);
            var dying = RedisLink.open(one.link().config());
            var queue = RedisStores.over(dying, "dying", () -> NOON).queue();
            var taken = take(queue, 10);
            queue.acknowledge(taken.subList(0, 2));
            assertEquals(10, takeAll(one.queue()).size());

            dying.close();
            one.fallSilent("dying");

            var again = take(one.queue(), 8);
            assertEquals(Set.copyOf(claimsOf(taken.subList(2, 10))), Set.copyOf(claimsOf(again)));
            assertEquals(List.of(), one.queue().take(10, A_MOMENT));
        }
    }

    /// Else it would live for as long as the clock has gone back.
    @Test
    void a_node_that_died_before_the_clock_of_the_server_stepped_back_is_dead() throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(1))) {
            one.holds().prepare(supply(100, 2));
            one.holds().reserve(claims(5));
            var dying = RedisLink.open(one.link().config());
            var queue = RedisStores.over(dying, "dying", () -> NOON).queue();
            var taken = take(queue, 5);
            dying.close();

            var lane = one.link().lane(0);
            for (var node : lane.call(redis -> redis.zrange(lane.key("beats"), 0, -1))) {
                lane.call(redis -> redis.zincrby(lane.key("beats"), 3_600_000, node));
            }

            assertEquals(Set.copyOf(taken), Set.copyOf(take(one.queue(), 5)));
        }
    }

    @Test
    void a_node_that_lives_keeps_what_it_has_taken_for_a_while_only() throws Exception {
        var config = RedisTestStores.config(2).withRedeliverAfter(Duration.ofSeconds(2));
        try (var one = new RedisTestStores(config);
                var other = RedisStores.open(config, "other", () -> NOON)) {
            one.holds().prepare(supply(100, 2));
            one.holds().reserve(claims(5));
            long start = System.nanoTime();
            var taken = take(one.queue(), 5);

            // One that is not acknowledged may come more than once.
            var again = new HashSet<Delivery>();
            Soon.until(
                    "all come to the other",
                    () -> again.addAll(other.queue().take(5, A_MOMENT)) && again.size() >= 5);

            assertEquals(Set.copyOf(taken), again);
            assertTrue(System.nanoTime() - start >= A_MOMENT.toNanos(), "it came at once");
        }
    }

    /// An entry is taken as a whole, so the node keeps more than it was asked for.
    @Test
    void what_a_node_gives_back_comes_to_another_with_all_that_it_keeps() throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(1));
                var other = RedisStores.open(one.link().config(), "other", () -> NOON)) {
            one.holds().prepare(supply(100, 2));
            var claims = claims(40);
            one.holds().reserve(claims);
            var taken = take(one.queue(), 5);
            assertEquals(List.of(), other.queue().take(40, A_MOMENT));

            one.queue().giveBack(taken);

            var again = new ArrayList<Claim>();
            Soon.until(
                    "all are taken by the other",
                    () -> again.addAll(takeNow(other)) && again.size() == 40);
            assertEquals(Set.copyOf(claims), Set.copyOf(again));
            assertEquals(List.of(), one.queue().take(40, A_MOMENT));
            one.queue().giveBack(taken);
            assertEquals(List.of(), one.queue().take(40, A_MOMENT));
        }
    }

    private static List<Claim> takeNow(RedisStores stores) {
        try {
            return claimsOf(stores.queue().take(40, A_MOMENT));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void any_node_acknowledges_retries_and_parks_what_another_has_taken() throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(2));
                var other = RedisStores.open(one.link().config(), "other", () -> NOON)) {
            one.holds().prepare(supply(100, 2));
            one.holds().reserve(claims(3));
            var taken = take(one.queue(), 3);

            other.queue().acknowledge(taken.subList(0, 1));
            other.queue().retry(taken.get(1), NOON, "busy");
            other.queue().park(taken.get(2), "brok\u00e9n \u4e2d");

            assertEquals(2, one.queue().depth());
            assertEquals("brok\u00e9n \u4e2d", one.queue().parked(5).getFirst().cause());
            assertEquals(2, take(other.queue(), 1).getFirst().attempt());
        }
    }

    @Test
    void claims_whose_delivery_was_lost_on_the_way_are_delivered_once_more() throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(1));
                var deaf = RedisStores.open(one.link().config(), "deaf", InstantSource.system());
                var settlement = Executors.newSingleThreadExecutor()) {
            one.holds().prepare(supply(100, 2));
            // Each in a call of its own, so that each is taken by itself.
            var claims = claims(3);
            for (var claim : claims) reserve(one.holds(), claim);
            take(deaf.queue(), 1);
            var lane = deaf.link().lane(0);
            long connection = lane.call(redis -> redis.clientId());
            muteServer(lane);

            var taking = settlement.submit(() -> deaf.queue().take(5, SOON));
            Soon.until("all are on their way", () -> taken(one.link().lane(0)) == 3);
            one.link().lane(0).call(redis -> redis.clientKill(KillArgs.Builder.id(connection)));

            var lost = assertThrows(ExecutionException.class, taking::get);
            assertInstanceOf(Unavailable.class, lost.getCause());
            Soon.until("the connection is new", lane::isConnected);
            assertTrue(claimsOf(takeAll(deaf.queue())).containsAll(claims.subList(1, 3)));
        }
    }

    /// How many entries some node has taken and nobody has acknowledged.
    private static long taken(RedisLane lane) {
        return lane.call(redis -> redis.xpending(lane.key("queue"), "sluice")).getCount();
    }

    /// From now on the server does what it is told on this connection and says nothing.
    private static void muteServer(RedisLane lane) {
        lane.send(redis ->
                redis.dispatch(
                        CommandType.CLIENT,
                        new StatusOutput<>(RedisLane.CODEC),
                        new CommandArgs<>(RedisLane.CODEC).add("REPLY").add("OFF")));
    }

    @Test
    void two_nodes_sell_exactly_all_units_of_four_shards() throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(4));
                var other = RedisStores.open(one.link().config(), "other", () -> NOON)) {
            one.holds().prepare(supply(97, 1));
            var stores = List.of(one.holds(), other.holds());
            var crowds = new ArrayList<List<Claim>>();
            for (int i = 0; i < 8; i++) crowds.add(crowd("crowd-" + i + "-", 40, 1));

            var answers = allAtOnce(8, i -> inBatches(stores.get(i % 2), crowds.get(i), 7));

            int held = 0;
            for (var crowd : answers) held += count(crowd);
            assertEquals(97, held);
            assertEquals(new Store(97, 0, 97, 0), other.holds().balance(OFFER).orElseThrow());
            for (var crowd : answers) {
                for (var answer : crowd) {
                    assertTrue(answer instanceof Held || answer == Refused.SOLD_OUT);
                }
            }
            assertEquals(97, new HashSet<>(claimsOf(takeAll(other.queue()))).size());
        }
    }

    @Test
    void claims_for_several_units_get_the_units_of_several_shards_together() {
        try (var one = new RedisTestStores(RedisTestStores.config(4))) {
            one.holds().prepare(supply(11, 5));

            assertInstanceOf(Held.class, reserve(one.holds(), claim("ann", 5)));
            assertInstanceOf(Held.class, reserve(one.holds(), claim("bob", 5)));
            assertEquals(Refused.SOLD_OUT, reserve(one.holds(), claim("cy", 2)));
            assertInstanceOf(Held.class, reserve(one.holds(), claim("dan", 1)));
            assertEquals(new Store(11, 0, 11, 0), one.holds().balance(OFFER).orElseThrow());
        }
    }

    @Test
    void units_that_were_on_their_way_when_a_node_died_are_counted_and_sold() {
        try (var one = new RedisTestStores(RedisTestStores.config(4))) {
            one.holds().prepare(supply(12, 2));
            var dying = new UnitMoves(one.link());
            var look = dying.look(OFFER).orElseThrow();
            assertEquals(3, dying.gather(OFFER, look, 2, 9).size());

            assertEquals(new Store(12, 12, 0, 0), one.holds().balance(OFFER).orElseThrow());
            var answers = inBatches(one.holds(), crowd("b", 30, 1), 30);

            assertEquals(12, count(answers));
            assertEquals(new Store(12, 0, 12, 0), one.holds().balance(OFFER).orElseThrow());
        }
    }

    @Test
    void nodes_that_take_an_offer_up_at_one_moment_agree() throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(2));
                var other = RedisStores.open(one.link().config(), "other", () -> NOON)) {
            var stores = List.of(one.holds(), other.holds());
            var asked = new AtomicInteger();

            allAtOnce(
                    6,
                    i -> {
                        stores.get(i % 2)
                                .prepare(
                                        OFFER,
                                        () -> {
                                            asked.incrementAndGet();
                                            return supply(10, 2);
                                        });
                        return i;
                    });

            assertEquals(one.holds().generation(OFFER), other.holds().generation(OFFER));
            assertEquals(new Store(10, 10, 0, 0), one.holds().balance(OFFER).orElseThrow());
            assertTrue(asked.get() < 6, asked + " times although one has done it for the others");
        }
    }

    @Test
    void while_the_book_is_asked_nothing_is_held_confirmed_or_released() {
        try (var one = new RedisTestStores(RedisTestStores.config(2))) {
            var store = one.holds();
            store.prepare(supply(10, 2));
            var claim = claim("ann", 1);
            reserve(store, claim);

            store.prepare(
                    OFFER,
                    () -> {
                        assertEquals(Refused.UNAVAILABLE, reserve(store, claim("bob", 1)));
                        assertThrows(Unavailable.class, () -> store.confirm(holds(claim)));
                        assertThrows(Unavailable.class, () -> store.release(holds(claim)));
                        assertThrows(Unavailable.class, () -> store.revive(claim.hold()));
                        assertThrows(Unavailable.class, () -> store.restock(OFFER, 20));
                        assertTrue(store.balance(OFFER).isEmpty());
                        return supply(10, 2);
                    });

            assertEquals(new Store(10, 9, 1, 0), store.balance(OFFER).orElseThrow());
        }
    }

    @Test
    void who_is_overtaken_while_the_book_is_asked_begins_anew() {
        try (var one = new RedisTestStores(RedisTestStores.config(2))) {
            var store = one.holds();
            var asked = new AtomicInteger();

            store.prepare(
                    OFFER,
                    () -> {
                        // Somebody deletes everything after the offer was closed.
                        if (asked.incrementAndGet() == 1) RedisTestStores.drop(one.link());
                        return supply(10, 2);
                    });

            assertEquals(2, asked.get());
            assertEquals(new Store(10, 10, 0, 0), store.balance(OFFER).orElseThrow());
        }
    }

    @Test
    void the_lock_of_a_node_that_died_ends_by_itself() {
        try (var one = new RedisTestStores(RedisTestStores.config(1))) {
            var lane = one.link().lane(0);
            var lock = lane.key("lock:" + OFFER.value());
            lane.call(redis -> redis.set(lock, "dead", SetArgs.Builder.px(300)));

            one.holds().prepare(supply(10, 2));

            assertEquals(new Store(10, 10, 0, 0), one.holds().balance(OFFER).orElseThrow());
        }
    }

    @Test
    void a_claim_that_the_book_has_sold_and_the_store_has_lost_is_counted_when_confirmed() {
        try (var one = new RedisTestStores(RedisTestStores.config(1))) {
            one.holds().prepare(supply(3, 2));
            var lost = claim("ann", 2);

            one.holds().confirm(holds(lost));
            one.holds().confirm(holds(lost));

            assertEquals(new Store(3, 1, 0, 2), one.holds().balance(OFFER).orElseThrow());
            assertEquals(Refused.OVER_LIMIT, reserve(one.holds(), claim("ann", 1)));
        }
    }

    @Test
    void a_node_with_another_number_of_shards_is_refused() {
        try (var one = new RedisTestStores(RedisTestStores.config(2))) {
            var config = one.link().config().withShards(3);

            var refusal =
                    assertThrows(
                            IllegalStateException.class,
                            () -> RedisStores.open(config, "other", () -> NOON));

            assertTrue(refusal.getMessage().contains("shards is 3 here and 2 in Redis"));
        }
    }

    @Test
    void a_full_shard_refuses_claims_until_some_are_acknowledged() throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(4).withBacklogMax(8))) {
            one.holds().prepare(supply(100, 2));

            var answers = one.holds().reserve(claims(60));

            assertEquals(8, count(answers));
            assertEquals(52, answers.stream().filter(a -> a == Refused.OVERLOADED).count());
            one.queue().acknowledge(take(one.queue(), 8));
            assertEquals(8, count(one.holds().reserve(crowd("late-", 60, 1))));
        }
    }

    private static List<Claim> crowd(String name, int count, int units) {
        var crowd = new ArrayList<Claim>();
        for (int i = 0; i < count; i++) crowd.add(claim(name + i, units));
        return crowd;
    }

    private static List<Reservation> inBatches(HoldStore store, List<Claim> claims, int size) {
        var answers = new ArrayList<Reservation>();
        for (int i = 0; i < claims.size(); i += size) {
            var batch = claims.subList(i, Math.min(claims.size(), i + size));
            answers.addAll(store.reserve(batch));
        }
        return answers;
    }

    private static int count(List<Reservation> answers) {
        return (int) answers.stream().filter(Held.class::isInstance).count();
    }
}
