package dev.sluice.rehearsal.crowd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sluice.contracts.Soon;
import dev.sluice.rehearsal.Samples;
import dev.sluice.rehearsal.evidence.Run.ClaimStatus;
import dev.sluice.rehearsal.evidence.Run.Oddity;
import dev.sluice.rehearsal.scenario.Scenario;
import dev.sluice.rehearsal.scenario.Scenario.Habit;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A crowd against servers that do what they must not.
@Timeout(300)
class FalseServerTest {
    private static final int BUYERS = 40;
    private static final String GENEROUS =
            """
            {"challengeId": "x", "kind": "none", "expiresAt": "2099-01-01T00:00:00Z",
             "pass": "p", "claimId": "everybody", "status": "LOST", "code": "SOLD_OUT"}
            """;
    private static final Duration ARRIVE_WITHIN = Duration.ofMillis(300);

    /// For those who act as soon as they come.
    private static final Duration BRIEFLY = Duration.ofMillis(1_300);

    /// For those who need one answer after the other, some of whom stay until the close.
    private static final Duration AMPLY = Duration.ofSeconds(12);

    /// For those who leave long before the close.
    private static final Duration LONG = Duration.ofMinutes(1);

    /// Longer than a pass is kept, and shorter than a patient crowd waits for an answer.
    private static final Duration OLD = Duration.ofSeconds(100);

    private static final String UNPAID =
            """
            {"status": "UNPAID", "placedAt": "2026-01-01T00:00:00Z",
             "expiresAt": "2026-01-01T00:00:08Z"}
            """;

    /// How far the crowd's clock is ahead of the machine's.
    private final AtomicLong ahead = new AtomicLong();

    private Reader reader = (crowd, closes) -> {};
    private volatile boolean isOver;

    @Test
    void a_server_that_gives_everybody_everything_is_found_out() throws Exception {
        var mix = Map.of(Habit.PLAIN, 25, Habit.THIEF, 25, Habit.GUESSER, 25, Habit.VANDAL, 25);

        var seen = play(mix, BRIEFLY, exchange -> answer(exchange, 201, GENEROUS));

        // The challenge is answered 201, so that nobody gets as far as a pass to steal.
        assertTrue(has(seen, Oddity.Kind.LEAK, "guessed"), seen.oddities()::toString);
        assertTrue(has(seen, Oddity.Kind.LEAK, "garbage"), seen.oddities()::toString);
        assertTrue(has(seen, Oddity.Kind.CONTRADICTION, "201"), seen.oddities()::toString);
    }

    @Test
    void a_stolen_pass_that_opens_is_found_out() throws Exception {
        var mix = Map.of(Habit.PLAIN, 50, Habit.THIEF, 50);
        // Who has won has no reason to stay, and a thief has enough after a few passes.
        var won = GENEROUS.replace("LOST", "WON");

        var seen =
                play(
                        mix,
                        LONG,
                        exchange -> {
                            boolean challenge = exchange.getRequestMethod().equals("GET");
                            answer(exchange, challenge ? 200 : 201, won);
                        });

        assertTrue(has(seen, Oddity.Kind.LEAK, "with the pass of"), seen.oddities()::toString);
    }

    @Test
    void a_fault_that_nobody_announced_is_found_out() throws Exception {
        var seen =
                play(Map.of(Habit.PLAIN, 100), BRIEFLY, exchange -> answer(exchange, 500, "oops"));

        assertEquals(BUYERS, seen.oddityCount());
        assertEquals(Map.of("500 500", (long) BUYERS), seen.answers());
        assertTrue(has(seen, Oddity.Kind.FAULT, "500"));
    }

    @Test
    void a_server_that_answers_nothing_is_asked_again_and_the_crowd_ends() throws Exception {
        var seen =
                play(
                        Map.of(Habit.PLAIN, 100),
                        AMPLY,
                        exchange -> {
                            exchange.getRequestBody().readAllBytes();
                            exchange.close();
                        });

        assertEquals(List.of("NO_ANSWER"), List.copyOf(seen.answers().keySet()));
        assertTrue(seen.answers().get("NO_ANSWER") > BUYERS, "everybody asked again");
        assertEquals(0, seen.oddityCount());
    }

    @Test
    void an_interrupted_crowd_ends_at_once_and_keeps_what_it_saw() throws Exception {
        var crowds = new AtomicReference<Crowd>();
        // The last ones come long after the first one was answered.
        var all = Samples.scenario(BUYERS, 1, Scenario.Arrival.STEADY, Map.of());
        var scenario = Samples.timed(all, LONG, LONG);

        var seen =
                play(
                        scenario,
                        crowds::set,
                        exchange -> {
                            answer(exchange, 503, "{\"code\": \"OVERLOADED\"}");
                            crowds.get().interrupt();
                        });

        assertTrue(seen.timeline().funnel().get("buyers") < BUYERS, "most had not come yet");
        assertTrue(seen.pace().requests() > 0);
    }

    /// As when units come back in between.
    @Test
    void a_claim_that_was_given_up_and_taken_after_a_refusal_is_asked_for_again() throws Exception {
        reader = this::readOnceOver;
        foundAfter(AMPLY, "{\"code\": \"SOLD_OUT\"}");
    }

    /// Also when the sale would have gone on for long.
    @Test
    void it_is_asked_for_again_once_an_operator_has_closed_the_sale() throws Exception {
        reader = this::readOnceClosed;
        foundAfter(LONG, "{\"code\": \"CLOSED\"}");
    }

    /// Plays a server that takes each claim without a word, refuses it when it comes again, and
    /// says that it was won when it is asked after the end.
    private void foundAfter(Duration lasts, String refusal) throws Exception {
        var passes = new AtomicInteger();
        var sent = ConcurrentHashMap.<String>newKeySet();
        var seen =
                play(
                        Map.of(Habit.IMPATIENT, 100),
                        lasts,
                        exchange -> {
                            var path = exchange.getRequestURI().getPath();
                            if (path.endsWith("/challenge")) answer(exchange, 200, GENEROUS);
                            else if (path.endsWith("/orders")) answer(exchange, 200, "{}");
                            else if (path.endsWith("/passes")) {
                                var pass = "{\"pass\": \"p%d\"}";
                                answer(exchange, 201, pass.formatted(passes.incrementAndGet()));
                            } else if (isOver) {
                                answer(exchange, 200, won(path.substring(path.indexOf("/p") + 1)));
                            } else if (!sent.add(path)) {
                                answer(exchange, 410, refusal);
                            }
                        });

        assertEquals(BUYERS, seen.claims().size());
        assertTrue(
                seen.answers().keySet().stream().anyMatch(kind -> kind.startsWith("410 ")),
                seen.answers()::toString);
        for (var claim : seen.claims()) {
            assertFalse(claim.acknowledged(), claim::toString);
            assertEquals(ClaimStatus.WON, claim.recorded(), claim::toString);
        }
    }

    /// Not before the close, since until then the same call would be a new claim. The crowd has its
    /// time from another clock, so that a moment is left between them.
    private void readOnceOver(Crowd crowd, Instant closes) throws InterruptedException {
        var over = closes.plusSeconds(1);
        Soon.until("it is over", () -> !InstantSource.system().instant().isBefore(over));
        isOver = true;
        crowd.readRecorded(false);
    }

    private void readOnceClosed(Crowd crowd, Instant closes) throws InterruptedException {
        isOver = true;
        crowd.readRecorded(true);
    }

    @Test
    void an_own_pass_that_is_refused_is_found_out() throws Exception {
        var seen = refusing(() -> true);

        assertTrue(has(seen, Oddity.Kind.CONTRADICTION, "own pass"), seen.oddities()::toString);
    }

    /// The crowd's clock jumps while the first claim is under way, so that its pass is old when it
    /// is refused.
    @Test
    void an_own_pass_that_is_old_may_be_refused() throws Exception {
        var seen = refusing(() -> ahead.compareAndSet(0, OLD.toNanos()));

        assertFalse(has(seen, Oddity.Kind.CONTRADICTION, ""), seen.oddities()::toString);
        assertEquals(1, seen.answers().get("403 PASS_INVALID"), seen.answers()::toString);
        for (var claim : seen.claims()) {
            boolean isWon = claim.told() == ClaimStatus.WON;
            assertTrue(isWon || !claim.acknowledged(), claim::toString);
        }
    }

    /// Plays a server that refuses the pass of a claim when told to, and else lets it win.
    private Crowd.Seen refusing(BooleanSupplier refuses) throws Exception {
        var passes = new AtomicInteger();
        var crowd =
                Samples.unhurried(
                        BUYERS, 1, Scenario.Arrival.STEADY, Map.of(Habit.NEVER_PAYS, 100));
        return play(
                Samples.timed(crowd, ARRIVE_WITHIN, LONG.multipliedBy(30)),
                playing -> {},
                exchange -> {
                    var path = exchange.getRequestURI().getPath();
                    if (path.endsWith("/challenge")) answer(exchange, 200, GENEROUS);
                    else if (path.endsWith("/passes")) {
                        var pass = "{\"pass\": \"p%d\"}";
                        answer(exchange, 201, pass.formatted(passes.incrementAndGet()));
                    } else if (path.contains("/orders/")) {
                        answer(exchange, 200, UNPAID);
                    } else if (refuses.getAsBoolean()) {
                        answer(exchange, 403, "{\"code\": \"PASS_INVALID\"}");
                    } else {
                        answer(exchange, 202, won(path.substring(path.indexOf("/p") + 1)));
                    }
                });
    }

    private static String won(String claim) {
        return "{\"claimId\": \"%s\", \"status\": \"WON\", \"orderId\": \"o%s\"}"
                .formatted(claim, claim);
    }

    private long nanos() {
        return System.nanoTime() + ahead.get();
    }

    private interface Reader {
        void read(Crowd crowd, Instant closes) throws InterruptedException;
    }

    private interface Behaviour {
        void answer(HttpExchange exchange) throws IOException;
    }

    private Crowd.Seen play(Map<Habit, Integer> mix, Duration lasts, Behaviour behaviour)
            throws Exception {
        var all = Samples.scenario(BUYERS, 1, Scenario.Arrival.STEADY, mix);
        return play(Samples.timed(all, ARRIVE_WITHIN, lasts), crowd -> {}, behaviour);
    }

    private Crowd.Seen play(Scenario scenario, Consumer<Crowd> watcher, Behaviour behaviour)
            throws Exception {
        var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        var server = HttpServer.create(address, 0);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            server.setExecutor(threads);
            server.createContext("/", behaviour::answer);
            server.start();
            var node = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
            var clock = InstantSource.system();
            var stage =
                    new Stage(
                            List.of(node),
                            "sale",
                            List.of(new Stage.StagedOffer("offer", "P", 1, 1)),
                            clock.instant(),
                            Stream.generate(() -> "session").limit(BUYERS).toList());
            try (var crowd = new Crowd(scenario, stage, clock, this::nanos)) {
                watcher.accept(crowd);
                crowd.play();
                reader.read(crowd, stage.opensAt().plus(scenario.lasts()));
                return crowd.seen();
            }
        } finally {
            server.stop(0);
        }
    }

    private static boolean has(Crowd.Seen seen, Oddity.Kind kind, String words) {
        return seen.oddities().stream()
                .anyMatch(oddity -> oddity.kind() == kind && oddity.what().contains(words));
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        exchange.getRequestBody().readAllBytes();
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }
}
