package dev.sluice.contracts;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static dev.sluice.contracts.HoldSamples.NOON;
import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.OTHER_OFFER;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.port.Gates;
import dev.sluice.port.Gates.Ask;
import dev.sluice.port.Gates.Issued;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// What every adapter of gates must do. The gates of each test are new, and time is what the test
/// says it is.
public interface GatesContract {

    Duration LIFETIME = Duration.ofMinutes(3);
    AtomicLong IDS = new AtomicLong(1_000_000_000_000_000L);

    /// The same gates as so many nodes see them.
    List<Gates> gates(int nodes) throws Exception;

    @Test
    default void no_more_passes_are_out_than_allowed_and_no_fewer() throws Exception {
        var nodes = gates(2);
        int admitted = 0;
        for (int i = 0; i < 60; i++) {
            if (admit(nodes.get(i % 2), i, 20).isPresent()) admitted++;
        }

        assertEquals(20, admitted);
        assertEquals(20, nodes.getFirst().count(OFFER, NOON));
        assertEquals(0, nodes.getFirst().count(OTHER_OFFER, NOON));
    }

    @Test
    default void the_last_place_can_be_had_by_any_buyer() throws Exception {
        for (int buyer = 0; buyer < 12; buyer++) {
            var gates = gates(1).getFirst();
            assertTrue(admit(gates, buyer, 1).isPresent(), "buyer " + buyer);
            assertEquals(Optional.empty(), admit(gates, buyer + 100, 1));
        }
    }

    @Test
    default void nobody_is_admitted_where_nothing_is_allowed() throws Exception {
        var gates = gates(1).getFirst();

        assertEquals(Optional.empty(), admit(gates, 1, 0));
        assertEquals(0, gates.count(OFFER, NOON));
    }

    @Test
    default void asking_again_gets_the_same_pass_on_any_node_also_at_a_full_gate()
            throws Exception {
        var nodes = gates(2);
        for (int buyer = 0; buyer < 10; buyer++) {
            var pass = admit(nodes.getFirst(), buyer, 10).orElseThrow();
            var later = ask(buyer, 10, NOON.plusSeconds(60));
            var again = admit(nodes.getLast(), later, NOON.plusSeconds(60));
            assertEquals(Optional.of(pass), again);
            assertEquals(Optional.of(pass), admit(nodes.getLast(), buyer, 1));
        }
        assertEquals(10, nodes.getLast().count(OFFER, NOON));
    }

    @Test
    default void a_new_pass_has_the_id_and_the_expiry_it_was_given() throws Exception {
        var gates = gates(1).getFirst();
        var id = new ClaimId(Long.MAX_VALUE - 5);

        var pass = gates.admit(ask(1, 5, NOON), NOON, () -> id);

        assertEquals(Optional.of(new Issued(id, NOON.plus(LIFETIME))), pass);
    }

    @Test
    default void a_used_pass_makes_room_and_its_buyer_may_have_another() throws Exception {
        var nodes = gates(2);
        var used = admit(nodes.getFirst(), 1, 2).orElseThrow();
        admit(nodes.getFirst(), 2, 2).orElseThrow();
        assertEquals(Optional.empty(), admit(nodes.getLast(), 3, 2));

        nodes.getLast().use(OFFER, new BuyerId(1), used.claim());

        Soon.until("there is room", () -> nodes.getFirst().count(OFFER, NOON) == 1);
        assertNotEquals(used, admit(nodes.getFirst(), 1, 2).orElseThrow());
        assertEquals(Optional.empty(), admit(nodes.getLast(), 3, 2));
    }

    @Test
    default void every_used_pass_leaves_the_count() throws Exception {
        var nodes = gates(2);
        var passes = new HashMap<Integer, Issued>();
        for (int i = 0; i < 50; i++) passes.put(i, admit(nodes.getFirst(), i, 50).orElseThrow());

        passes.forEach(
                (buyer, pass) -> nodes.get(buyer % 2).use(OFFER, new BuyerId(buyer), pass.claim()));

        Soon.until("all are gone", () -> nodes.getFirst().count(OFFER, NOON) == 0);
        for (int i = 0; i < 50; i++) assertTrue(admit(nodes.getLast(), 100 + i, 50).isPresent());
        assertEquals(Optional.empty(), admit(nodes.getLast(), 999, 50));
    }

    @Test
    default void using_a_pass_that_is_not_out_changes_nothing() throws Exception {
        var gates = gates(1).getFirst();
        admit(gates, 1, 5).orElseThrow();
        var other = admit(gates, 2, 5).orElseThrow();

        gates.use(OFFER, new BuyerId(1), new ClaimId(42));
        gates.use(OFFER, new BuyerId(3), new ClaimId(43));
        gates.use(OTHER_OFFER, new BuyerId(2), other.claim());
        gates.use(OFFER, new BuyerId(2), other.claim());

        Soon.until("one is used", () -> gates.count(OFFER, NOON) < 2);
        gates.use(OFFER, new BuyerId(2), other.claim());
        assertEquals(1, gates.count(OFFER, NOON));
        assertTrue(admit(gates, 1, 0).isPresent());
    }

    @Test
    default void an_expired_pass_makes_room_and_its_buyer_may_have_another() throws Exception {
        var gates = gates(1).getFirst();
        var pass = admit(gates, 1, 1).orElseThrow();
        var before = pass.expiresAt().minusMillis(1);
        assertEquals(Optional.empty(), admit(gates, ask(2, 1, before), before));
        assertEquals(1, gates.count(OFFER, before));

        assertEquals(0, gates.count(OFFER, pass.expiresAt()));
        var next = admit(gates, ask(1, 1, pass.expiresAt()), pass.expiresAt());

        assertNotEquals(pass, next.orElseThrow());
        assertEquals(Optional.empty(), admit(gates, ask(2, 1, pass.expiresAt()), pass.expiresAt()));
    }

    @Test
    default void a_whole_gate_of_expired_passes_makes_room() throws Exception {
        var gates = gates(1).getFirst();
        for (int i = 0; i < 300; i++) admit(gates, i, 300).orElseThrow();
        var later = NOON.plus(LIFETIME);

        int admitted = 0;
        for (int i = 0; i < 400; i++) {
            if (admit(gates, ask(200 + i, 300, later), later).isPresent()) admitted++;
        }

        assertEquals(300, admitted);
        assertEquals(300, gates.count(OFFER, later));
    }

    /// What was let out before is good for an hour more; that is nobody else's hour.
    @Test
    default void a_gate_that_was_full_when_the_clock_was_put_back_makes_room_in_time()
            throws Exception {
        var gates = gates(1).getFirst();
        for (int i = 0; i < 300; i++) admit(gates, i, 300).orElseThrow();
        var back = NOON.minus(Duration.ofHours(1));
        for (int i = 0; i < 5; i++) {
            assertEquals(Optional.empty(), admit(gates, ask(400 + i, 300, back), back));
        }
        var later = back.plus(LIFETIME);

        int admitted = 0;
        for (int i = 0; i < 400; i++) {
            if (admit(gates, ask(500 + i, 300, later), later).isPresent()) admitted++;
        }

        assertEquals(300, admitted);
        assertEquals(300, gates.count(OFFER, later));
    }

    @Test
    default void a_pass_that_was_out_when_the_clock_was_put_back_is_given_again() throws Exception {
        var gates = gates(1).getFirst();
        var pass = admit(gates, 1, 1).orElseThrow();
        var back = NOON.minus(Duration.ofHours(1));

        var again = admit(gates, ask(1, 1, back), back).orElseThrow();

        assertEquals(new Issued(pass.claim(), back.plus(LIFETIME)), again);
        assertEquals(Optional.of(again), admit(gates, ask(1, 1, back), back));
    }

    @Test
    default void of_a_crowd_on_all_nodes_as_many_as_allowed_are_admitted() throws Exception {
        var nodes = gates(3);

        var answers = allAtOnce(300, i -> admit(nodes.get(i % 3), i, 50));

        assertEquals(50, answers.stream().filter(Optional::isPresent).count());
        assertEquals(50, nodes.getFirst().count(OFFER, NOON));
    }

    @Test
    default void a_buyer_who_asks_on_all_nodes_at_once_gets_one_pass() throws Exception {
        var nodes = gates(3);

        var answers = allAtOnce(60, i -> admit(nodes.get(i % 3), i % 4, 100));

        assertEquals(4, answers.stream().map(Optional::orElseThrow).distinct().count());
        assertEquals(4, nodes.getFirst().count(OFFER, NOON));
    }

    /// What is allowed goes up and down as units are taken and come back.
    @Test
    default void whatever_happens_there_are_never_too_many() throws Exception {
        var nodes = gates(2);
        var random = new SplittableRandom(7);
        Map<Integer, Issued> out = new HashMap<>();
        var now = NOON;
        for (int step = 0; step < 600; step++) {
            now = now.plusMillis(random.nextInt(1_500));
            var time = now;
            out.values().removeIf(pass -> !pass.expiresAt().isAfter(time));
            int buyer = random.nextInt(60);
            var pass = out.get(buyer);
            var node = nodes.get(random.nextInt(2));
            if (pass != null && random.nextBoolean()) {
                node.use(OFFER, new BuyerId(buyer), pass.claim());
                out.remove(buyer);
                Soon.until("it is used", () -> node.count(OFFER, time) == out.size());
                continue;
            }
            int outMax = random.nextInt(30);
            var answer = admit(node, ask(buyer, outMax, now), now);
            if (pass != null) assertEquals(Optional.of(pass), answer);
            else if (out.size() >= outMax) assertEquals(Optional.empty(), answer);
            answer.ifPresent(issued -> out.put(buyer, issued));
            assertEquals(out.size(), node.count(OFFER, now), "step " + step);
        }
    }

    private static Optional<Issued> admit(Gates gates, long buyer, int outMax) {
        return admit(gates, ask(buyer, outMax, NOON), NOON);
    }

    private static Optional<Issued> admit(Gates gates, Ask ask, Instant now) {
        return gates.admit(ask, now, () -> new ClaimId(IDS.incrementAndGet()));
    }

    private static Ask ask(long buyer, int outMax, Instant now) {
        var expiresAt = Instant.ofEpochSecond(now.plus(LIFETIME).getEpochSecond());
        return new Ask(OFFER, new BuyerId(buyer), outMax, expiresAt);
    }
}
