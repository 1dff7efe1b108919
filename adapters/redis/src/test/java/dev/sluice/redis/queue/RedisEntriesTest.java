package dev.sluice.redis.queue;

import static dev.sluice.contracts.HoldSamples.A_MOMENT;
import static dev.sluice.contracts.HoldSamples.NOON;
import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.OTHER_OFFER;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.claims;
import static dev.sluice.contracts.HoldSamples.claimsOf;
import static dev.sluice.contracts.HoldSamples.holds;
import static dev.sluice.contracts.HoldSamples.reserve;
import static dev.sluice.contracts.HoldSamples.supply;
import static dev.sluice.contracts.HoldSamples.take;
import static dev.sluice.contracts.HoldSamples.takeAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Services;
import dev.sluice.contracts.Soon;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.ClaimText;
import dev.sluice.port.Supply;
import dev.sluice.redis.RedisFaultsTest;
import dev.sluice.redis.RedisStores;
import dev.sluice.redis.RedisTestStores;
import dev.sluice.redis.link.RedisLink;
import dev.sluice.sale.Balances.Store;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import io.lettuce.core.XAddArgs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Entries of the queue that have many claims, of which some are done, aside or with other nodes.
class RedisEntriesTest {

    private static final Duration LONG = Duration.ofHours(1);

    @Test
    void one_call_makes_one_entry_and_the_last_of_its_claims_deletes_it() throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(1));
                var other = RedisStores.open(one.link().config(), "other", () -> NOON)) {
            queue(one, 40);
            assertEquals(1, entries(one));
            var taken = new ArrayList<>(take(one.queue(), 40));
            Collections.shuffle(taken, new SplittableRandom(7));

            one.queue().acknowledge(taken.subList(0, 13));
            other.queue().acknowledge(taken.subList(5, 30));
            one.queue().acknowledge(taken.subList(31, 40));
            assertEquals(1, entries(one));
            assertEquals(1, other.queue().depth());
            assertEquals(1, other.queue().queuedUnits(OFFER));
            other.queue().acknowledge(taken.subList(30, 31));

            assertIsEmpty(one);
        }
    }

    @Test
    void what_a_dead_node_has_not_given_out_is_delivered_with_what_it_has_not_settled()
            throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(1))) {
            var claims = queue(one, 10);
            var dying = RedisLink.open(one.link().config());
            var queue = RedisStores.over(dying, "dying", () -> NOON).queue();
            var taken = take(queue, 5);
            queue.acknowledge(taken.subList(1, 2));
            queue.retry(taken.get(2), NOON.plus(LONG), "busy");
            one.queue().park(taken.get(3), "broken");
            assertEquals(List.of(), one.queue().take(10, A_MOMENT));

            dying.close();
            one.fallSilent("dying");

            var left = List.of(0, 4, 5, 6, 7, 8, 9).stream().map(claims::get).toList();
            assertEquals(left, claimsOf(take(one.queue(), 7)));
            assertEquals(List.of(), one.queue().take(10, A_MOMENT));
            assertEquals(9, one.queue().depth());
            assertEquals(taken.get(0).sequence() - 1, one.queue().settledUpTo());
            one.pass(LONG);
            assertEquals(List.of(again(taken.get(2))), one.queue().take(10, A_MOMENT));
        }
    }

    @Test
    void what_a_closed_node_has_not_given_out_is_delivered_to_others_at_once() throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(1))) {
            var claims = queue(one, 10);
            var taken = take(one.queue(), 4);
            one.queue().acknowledge(taken);

            one.restart();

            assertEquals(claims.subList(4, 7), claimsOf(one.queue().take(3, A_MOMENT)));
            assertEquals(claims.subList(7, 10), claimsOf(one.queue().take(9, A_MOMENT)));
            assertEquals(taken.getLast().sequence(), one.queue().settledUpTo());
        }
    }

    /// A server that was put back empty has claims again before it has the group.
    @Test
    void what_is_given_back_to_a_server_that_has_lost_the_group_comes_again() throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(1))) {
            queue(one, 3);
            var taken = take(one.queue(), 3);
            var lane = one.link().lane(0);
            lane.call(redis -> redis.xgroupDestroy(lane.key("queue"), RedisClaimQueue.GROUP));

            one.queue().giveBack(taken);

            assertEquals(taken, take(one.queue(), 3));
        }
    }

    @Test
    void what_a_node_has_not_given_out_for_long_is_delivered_to_others() throws Exception {
        var lasts = Duration.ofSeconds(3);
        var config = RedisTestStores.config(1).withRedeliverAfter(lasts);
        try (var one = new RedisTestStores(config);
                var other = RedisStores.open(config, "other", () -> NOON)) {
            var claims = queue(one, 6);
            var first = take(one.queue(), 2);
            // The node counts from when the answer came, by a timer like this one.
            var over =
                    new CompletableFuture<Void>()
                            .completeOnTimeout(null, lasts.toMillis(), TimeUnit.MILLISECONDS);
            one.queue().acknowledge(first);

            var rest = take(other.queue(), 4);
            assertEquals(claims.subList(2, 6), claimsOf(rest));
            other.queue().acknowledge(rest);
            Soon.until("the node has given up what it kept", over::isDone);
            assertEquals(List.of(), one.queue().take(4, A_MOMENT));
        }
    }

    @Test
    void a_retried_claim_goes_its_own_way_when_its_node_dies() throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(1))) {
            queue(one, 4);
            var taken = take(one.queue(), 4);
            one.queue().retry(taken.get(1), NOON, "busy");
            var dying = RedisStores.open(one.link().config(), "dying", () -> NOON);
            var queue = dying.queue();
            var again = take(queue, 1);
            assertEquals(List.of(again(taken.get(1))), again);

            dying.close();

            // Only that one: the others are with a node that lives.
            assertEquals(again, take(one.queue(), 1));
            assertEquals(List.of(), one.queue().take(4, A_MOMENT));
            one.queue().acknowledge(again);
            one.queue().acknowledge(taken);
            assertIsEmpty(one);
        }
    }

    @Test
    void who_has_taken_a_retried_claim_gets_the_others_when_their_node_dies() throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(1))) {
            queue(one, 4);
            var dying = RedisStores.open(one.link().config(), "dying", () -> NOON);
            var queue = dying.queue();
            var taken = take(queue, 4);
            queue.retry(taken.get(3), NOON, "busy");
            assertEquals(List.of(again(taken.get(3))), take(one.queue(), 1));

            dying.close();

            assertEquals(taken.subList(0, 3), take(one.queue(), 3));
            assertEquals(List.of(), one.queue().take(4, A_MOMENT));
        }
    }

    @Test
    void a_retried_claim_that_is_not_settled_for_long_is_delivered_again() throws Exception {
        var config = RedisTestStores.config(1).withRedeliverAfter(Duration.ofSeconds(1));
        try (var one = new RedisTestStores(config);
                var other = RedisStores.open(config, "other", () -> NOON)) {
            queue(one, 2);
            var taken = take(one.queue(), 2);
            one.queue().acknowledge(taken.subList(1, 2));
            one.queue().retry(taken.get(0), NOON, "busy");
            long start = System.nanoTime();
            var again = take(one.queue(), 1);

            assertEquals(again, take(other.queue(), 1));
            assertTrue(System.nanoTime() - start >= A_MOMENT.toNanos(), "it came at once");
        }
    }

    @Test
    void a_partly_settled_entry_is_as_it_was_after_a_restart_of_redis() throws Exception {
        try (var server = Services.open("redis", "appendonly yes", "appendfsync always");
                var one = new RedisTestStores(RedisTestStores.config(server.port(), 1))) {
            var claims = queue(one, 8);
            var taken = take(one.queue(), 5);
            one.queue().acknowledge(taken.subList(0, 2));
            one.queue().retry(taken.get(2), NOON.plus(LONG), "busy");
            one.queue().park(taken.get(3), "broken");

            server.kill();
            Soon.until("it is missed", () -> !one.link().lane(0).isConnected());
            server.start();
            RedisFaultsTest.untilBack(one.link());

            one.holds().prepare(supply(100, claims.subList(0, 2), List.of()));
            assertEquals(new Store(100, 92, 6, 2), one.holds().balance(OFFER).orElseThrow());
            assertEquals(6, one.queue().depth());
            assertEquals(claims.subList(5, 8), claimsOf(takeAll(one.queue())));
            one.restart();
            assertEquals(claims.subList(4, 8), claimsOf(takeAll(one.queue())));
            assertEquals(taken.get(3).sequence(), one.queue().settledUpTo());
            assertEquals(1, one.queue().parked(5).size());
            one.pass(LONG);
            assertEquals(List.of(again(taken.get(2))), take(one.queue(), 1));
        }
    }

    @Test
    void a_done_claim_of_an_entry_that_is_not_done_is_not_held_by_a_rebuilt_offer()
            throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(1))) {
            var claims = queue(one, 3);
            one.queue().acknowledge(take(one.queue(), 1));

            one.holds().prepare(supply(100, List.of(), List.of(claims.getFirst())));

            assertEquals(new Store(100, 98, 2, 0), one.holds().balance(OFFER).orElseThrow());
        }
    }

    @Test
    void units_of_all_offers_and_sizes_leave_a_mixed_entry_claim_by_claim() throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(1))) {
            one.holds().prepare(supply(100, 5));
            one.holds().prepare(new Supply(OTHER_OFFER, 100, 5, List.of(), Map.of()));
            var claims = new ArrayList<Claim>();
            for (int i = 0; i < 12; i++) {
                claims.add(claim(i % 3 == 0 ? OTHER_OFFER : OFFER, "buyer-" + i, 1 + i % 4));
            }
            var answers = one.holds().reserve(claims);
            for (int i = 1; i < 12; i++) {
                assertEquals(((Held) answers.get(0)).sequence() + i, sequence(answers.get(i)));
            }
            assertEquals(1, entries(one));

            var taken = new ArrayList<>(take(one.queue(), 12));
            assertEquals(claims, claimsOf(taken));
            Collections.shuffle(taken, new SplittableRandom(3));
            while (!taken.isEmpty()) {
                one.queue().acknowledge(List.of(taken.removeLast()));
                assertEquals(taken.size(), one.queue().depth());
                assertEquals(units(taken, true), one.queue().queuedUnits(OFFER));
                assertEquals(units(taken, false), one.queue().queuedUnits(OTHER_OFFER));
            }
            assertIsEmpty(one);
        }
    }

    @Test
    void many_claims_come_in_order_in_few_entries_whatever_is_asked_for() throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(1))) {
            one.holds().prepare(supply(5_000, 2));
            var claims = claims(2_500);
            one.holds().reserve(claims);
            for (var claim : claims(20)) {
                claims.add(claim);
                reserve(one.holds(), claim);
            }
            assertEquals(23, entries(one));

            var taken = new ArrayList<Delivery>();
            while (taken.size() < claims.size()) {
                var some = one.queue().take(700, A_MOMENT);
                assertEquals(Math.min(700, claims.size() - taken.size()), some.size());
                taken.addAll(some);
            }
            assertEquals(claims, claimsOf(taken));
            one.holds().confirm(holds(claims));
            one.queue().acknowledge(taken);

            assertIsEmpty(one);
            var sold = claims.size();
            assertEquals(
                    new Store(5_000, 5_000 - sold, 0, sold),
                    one.holds().balance(OFFER).orElseThrow());
        }
    }

    @Test
    void when_the_entry_cannot_be_written_nothing_is_held() {
        try (var one = new RedisTestStores(RedisTestStores.config(1))) {
            queue(one, 3);
            var before = one.holds().balance(OFFER);
            var lane = one.link().lane(0);
            lane.call(redis -> redis.del(lane.key("seq")));

            var known = claims(2);
            for (var answer : one.holds().reserve(known)) {
                assertEquals(Refused.UNAVAILABLE, answer);
            }

            assertEquals(before, one.holds().balance(OFFER));
            assertEquals(3, one.queue().depth());
        }
    }

    /// It stays in the queue for a node that can read it, such as one of a newer version.
    @ParameterizedTest
    @ValueSource(strings = {"1 7001 3", "b 1 7001 3 1 5", "1 7001 3 1 9223372036854775808"})
    void a_claim_that_cannot_be_read_keeps_no_other_from_being_delivered(String line)
            throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(1))) {
            var claims = new ArrayList<>(queue(one, 2));
            claims.add(claim("cid", 1));
            write(one, line + "\n" + ClaimText.line(claims.getLast()));

            var taken = take(one.queue(), 3);
            assertEquals(claims, claimsOf(taken));
            one.queue().acknowledge(taken);

            assertEquals(1, one.queue().depth());
            assertEquals(taken.get(1).sequence(), one.queue().settledUpTo());
            one.restart();
            assertEquals(List.of(), one.queue().take(3, A_MOMENT));
            assertEquals(1, entries(one));
        }
    }

    /// One more entry, of two claims, as if somebody else had written it.
    private static void write(RedisTestStores stores, String lines) {
        var lane = stores.link().lane(0);
        long n = lane.call(redis -> redis.incrby(lane.key("seq"), 2));
        var fields = new LinkedHashMap<String, String>();
        fields.put("u", OFFER.value() + " 2");
        fields.put("c", lines);
        lane.call(redis -> redis.xadd(lane.key("queue"), new XAddArgs().id(n + "-2"), fields));
        for (var name : List.of("claims", Long.toString(OFFER.value()))) {
            lane.call(redis -> redis.hincrby(lane.key("queued"), name, 2));
        }
    }

    private static long sequence(Reservation answer) {
        return ((Held) answer).sequence();
    }

    private static int units(List<Delivery> left, boolean first) {
        return left.stream()
                .map(Delivery::claim)
                .filter(claim -> claim.offer().equals(OFFER) == first)
                .mapToInt(Claim::quantity)
                .sum();
    }

    private static Delivery again(Delivery first) {
        return new Delivery(first.claim(), first.sequence(), first.attempt() + 1);
    }

    private static List<Claim> queue(RedisTestStores stores, int count) {
        stores.holds().prepare(supply(100, 2));
        var claims = claims(count);
        stores.holds().reserve(claims);
        return claims;
    }

    private static long entries(RedisTestStores stores) {
        var lane = stores.link().lane(0);
        return lane.call(redis -> redis.xlen(lane.key("queue")));
    }

    /// Nothing is queued, and nothing is left of what was.
    static void assertIsEmpty(RedisTestStores stores) {
        assertEquals(0, stores.queue().depth());
        assertEquals(0, entries(stores));
        var lane = stores.link().lane(0);
        for (var name : List.of("marks", "tries", "later", "again", "why", "parked")) {
            long there = lane.call(redis -> redis.exists(lane.key(name)));
            assertEquals(0, there, name);
        }
        var pending = lane.call(redis -> redis.xpending(lane.key("queue"), RedisClaimQueue.GROUP));
        assertEquals(0, pending.getCount());
        var queued = lane.call(redis -> redis.hgetall(lane.key("queued")));
        assertTrue(queued.values().stream().allMatch("0"::equals), queued::toString);
    }
}
