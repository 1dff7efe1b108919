package dev.sluice.rocketmq;

import static dev.sluice.contracts.CourierSamples.QUIET;
import static dev.sluice.contracts.CourierSamples.SURELY;
import static dev.sluice.contracts.CourierSamples.deliveries;
import static dev.sluice.contracts.CourierSamples.take;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.ClaimId;
import dev.sluice.port.Unavailable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What becomes of messages whose sender did not say whether they count.
class RocketCheckBackTest {

    private static final int DYING = 3;

    /// A JVM that is to start, send and die on a busy machine.
    private static final long DEATH_SECONDS_MAX = 300;

    /// Each has a message whose sender has died before the commit. The broker lets some time go by
    /// before it asks anybody, so they die beforehand and together.
    private static final ArrayDeque<Rocket> LEFT = new ArrayDeque<>();

    private Rocket rocket = Rocket.shared();
    private final BlockingQueue<ClaimId> asked = new LinkedBlockingQueue<>();

    @BeforeAll
    static void dieBeforeTheCommit() throws Exception {
        var dying = new ArrayList<Process>();
        for (int i = 0; i < DYING; i++) {
            LEFT.add(Rocket.shared());
            dying.add(startToDie(LEFT.getLast()));
        }
        for (var process : dying) {
            assertTrue(process.waitFor(DEATH_SECONDS_MAX, TimeUnit.SECONDS), "it did not die");
            assertEquals(DyingNode.EXIT, process.exitValue());
        }
    }

    @AfterEach
    void close() {
        rocket.close();
    }

    @Test
    void a_claim_of_a_node_that_died_before_the_commit_comes_when_it_is_open() throws Exception {
        rocket = LEFT.remove();

        var other = rocket.courier();

        assertEquals(1, take(other, 1).size());
    }

    @Test
    void it_does_not_come_when_it_was_settled_meanwhile() throws Exception {
        rocket = LEFT.remove();

        var other = rocket.courier(asking(_ -> false));

        awaitQuestion();
        assertEquals(List.of(), other.take(10, QUIET));
    }

    @Test
    void the_broker_asks_again_while_the_outbox_is_away() throws Exception {
        rocket = LEFT.remove();

        var questions = new CopyOnWriteArrayList<ClaimId>();
        var other =
                rocket.courier(claim -> {
                    questions.add(claim);
                    if (questions.size() < 3) throw new Unavailable("away", null);
                    return true;
                });

        assertEquals(1, take(other, 1).size());
        assertTrue(questions.size() >= 3, questions::toString);
    }

    @Test
    void one_open_claim_is_enough_to_commit_a_message() throws Exception {
        var sent = deliveries(3);
        var courier = rocket.courier(asking(sent.getLast().claim().id()::equals));

        courier.send(sent);

        assertEquals(Set.copyOf(sent), Set.copyOf(take(courier, 3)));
        // The broker asks for all of them once more when the commit takes very long.
        var all = sent.stream().map(delivery -> delivery.claim().id()).collect(toSet());
        assertEquals(all, Set.copyOf(asked));
    }

    @Test
    void what_comes_from_the_outbox_travels_although_the_book_has_it() throws Exception {
        var sent = deliveries(3);
        var courier = rocket.courier(asking(_ -> false));

        courier.send(sent);

        assertEquals(Set.copyOf(sent), Set.copyOf(take(courier, 3)));
    }

    @Test
    void nothing_counts_as_sent_while_the_outbox_is_away() {
        var courier =
                rocket.courier(_ -> {
                    throw new Unavailable("away", null);
                });

        assertThrows(Unavailable.class, () -> courier.send(deliveries(1)));
    }

    private static Process startToDie(Rocket rocket) throws IOException {
        var command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        DyingNode.class.getName(),
                        rocket.config().addresses(),
                        rocket.config().prefix());
        return new ProcessBuilder(command).inheritIO().start();
    }

    private Predicate<ClaimId> asking(Predicate<ClaimId> isOpen) {
        return claim -> {
            asked.add(claim);
            return isOpen.test(claim);
        };
    }

    private void awaitQuestion() throws InterruptedException {
        var claim = asked.poll(SURELY.toMillis(), TimeUnit.MILLISECONDS);
        assertTrue(claim != null, "the broker did not ask");
    }
}
