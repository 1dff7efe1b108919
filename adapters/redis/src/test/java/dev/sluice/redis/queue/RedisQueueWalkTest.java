package dev.sluice.redis.queue;

import static dev.sluice.contracts.HoldSamples.NOON;
import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.OTHER_OFFER;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.supply;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.Supply;
import dev.sluice.redis.RedisTestStores;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Reservation.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A random walk of two nodes over one queue, beside a model that knows what has become of each
/// claim: after every step the queue counts what the model counts, and in the end all are settled.
class RedisQueueWalkTest {

    private static final int STEPS = 250;

    private enum State {
        OPEN,
        RETRIED,
        PARKED,
        DONE
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void two_nodes_lose_no_claim_and_count_them_all(long seed) throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(1));
                var other = new RedisTestStores(one.link().config())) {
            one.holds().prepare(supply(1_000_000, 5));
            var walk = new Walk(List.of(one, other), List.of(OFFER), new SplittableRandom(seed));
            for (int i = 0; i < STEPS; i++) walk.step();
            walk.finish();
            RedisEntriesTest.assertIsEmpty(one);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void two_nodes_that_take_quiet_offers_first_lose_no_claim_either(long seed) throws Exception {
        var config = RedisTestStores.config(1).withBacklogMax(2_000);
        try (var one = new RedisTestStores(config);
                var other = new RedisTestStores(config)) {
            one.holds().prepare(supply(1_000_000, 5));
            one.holds().prepare(new Supply(OTHER_OFFER, 1_000_000, 5, List.of(), Map.of()));
            // One of them has the backlog.
            var offers = new ArrayList<>(List.of(OFFER));
            var walk = new Walk(List.of(one, other), offers, new SplittableRandom(seed));
            for (int i = 0; i < 40; i++) walk.reserve(one);
            offers.add(OTHER_OFFER);
            for (int i = 0; i < STEPS; i++) walk.step();
            walk.finish();
            RedisEntriesTest.assertIsEmpty(one);
        }
    }

    private static final class Walk {
        private final List<RedisTestStores> nodes;
        private final List<OfferId> offers;
        private final RandomGenerator random;
        private final Map<Long, State> states = new TreeMap<>();
        private final Map<Long, Claim> claims = new HashMap<>();
        private final List<Delivery> taken = new ArrayList<>();
        private final Set<Long> delivered = new HashSet<>();

        /// These may come once more although they have been settled since: the node that took them
        /// over may have them in its memory.
        private final Set<Long> doubtful = new HashSet<>();

        Walk(List<RedisTestStores> nodes, List<OfferId> offers, RandomGenerator random) {
            this.nodes = nodes;
            this.offers = offers;
            this.random = random;
        }

        void step() throws InterruptedException {
            var node = nodes.get(random.nextInt(2));
            switch (random.nextInt(12)) {
                case 0, 1 -> reserve(node);
                case 2, 3, 4 -> take(node);
                case 5, 6, 7 -> acknowledge(node, 1 + random.nextInt(30));
                case 8 -> retry(node);
                case 9 -> park(node);
                case 10 -> unpark(node, random.nextBoolean());
                default -> {
                    if (random.nextInt(4) == 0) restart(node);
                }
            }
            check(node);
        }

        void finish() throws InterruptedException {
            var node = nodes.getFirst();
            restart(nodes.getLast());
            for (var parked : node.queue().parked(10_000)) {
                states.put(parked.sequence(), State.RETRIED);
                node.queue().unpark(parked.claim().id());
            }
            for (int i = 0; i < 10_000 && node.queue().depth() > 0; i++) {
                // What nodes have taken and this test has lost sight of comes with a restart.
                if (i % 20 == 19) restart(nodes.get(i / 20 % 2));
                take(nodes.get(i % 2));
                acknowledge(nodes.get(random.nextInt(2)), taken.size());
            }
            for (var state : states.values()) assertEquals(State.DONE, state);
            check(node);
        }

        private void restart(RedisTestStores node) {
            node.restart();
            doubtful.addAll(delivered);
        }

        private void reserve(RedisTestStores node) {
            var batch = new ArrayList<Claim>();
            int count = 1 + random.nextInt(25);
            for (int i = 0; i < count; i++) {
                // The last one of them most of the time.
                var offer = random.nextInt(10) == 0 ? offers.getFirst() : offers.getLast();
                var buyer = "buyer-" + states.size() + "-" + i;
                batch.add(claim(offer, buyer, 1 + random.nextInt(2)));
            }
            var answers = node.holds().reserve(batch);
            for (int i = 0; i < count; i++) {
                long sequence = ((Held) answers.get(i)).sequence();
                states.put(sequence, State.OPEN);
                claims.put(sequence, batch.get(i));
            }
        }

        private void take(RedisTestStores node) throws InterruptedException {
            for (var one : node.queue().take(1 + random.nextInt(40), Duration.ofMillis(1))) {
                assertEquals(claims.get(one.sequence()), one.claim());
                var state = states.get(one.sequence());
                boolean settled = state == State.PARKED || state == State.DONE;
                assertFalse(settled && !doubtful.contains(one.sequence()), one::toString);
                delivered.add(one.sequence());
                taken.add(one);
            }
        }

        private void acknowledge(RedisTestStores node, int max) {
            var some = new ArrayList<Delivery>();
            while (some.size() < max && !taken.isEmpty()) some.add(anyTaken());
            node.queue().acknowledge(some);
            for (var one : some) change(one, State.DONE);
        }

        private void retry(RedisTestStores node) {
            if (taken.isEmpty()) return;
            var one = anyTaken();
            node.queue().retry(one, NOON, "busy");
            change(one, State.RETRIED);
        }

        private void park(RedisTestStores node) {
            if (taken.isEmpty()) return;
            var one = anyTaken();
            node.queue().park(one, "broken");
            change(one, State.PARKED);
        }

        private void unpark(RedisTestStores node, boolean forGood) {
            var parked = node.queue().parked(1);
            if (parked.isEmpty()) return;
            ClaimId claim = parked.getFirst().claim().id();
            boolean done = forGood ? node.queue().removeParked(claim) : node.queue().unpark(claim);
            assertEquals(true, done);
            states.put(parked.getFirst().sequence(), forGood ? State.DONE : State.RETRIED);
        }

        /// What is done or parked stays so, whatever a late delivery says.
        private void change(Delivery one, State to) {
            var state = states.get(one.sequence());
            if (state == State.OPEN || state == State.RETRIED) states.put(one.sequence(), to);
        }

        private Delivery anyTaken() {
            return taken.remove(random.nextInt(taken.size()));
        }

        private void check(RedisTestStores node) {
            long depth = 0;
            int units = 0;
            long last = 0;
            long settled = 0;
            boolean open = false;
            for (var entry : states.entrySet()) {
                last = entry.getKey();
                open |= entry.getValue() == State.OPEN;
                if (!open) settled = last;
                if (entry.getValue() == State.DONE) continue;
                depth++;
                units += claims.get(last).quantity();
            }
            assertEquals(depth, node.queue().depth());
            int queued = 0;
            for (var offer : offers) queued += node.queue().queuedUnits(offer);
            assertEquals(units, queued);
            // What is taken before its turn has left the line.
            if (last == 0 || offers.size() > 1) return;
            long said = node.queue().settledUpTo();
            if (settled == 0) settled = states.keySet().iterator().next() - 1;
            assertEquals(settled, said);
        }
    }
}
