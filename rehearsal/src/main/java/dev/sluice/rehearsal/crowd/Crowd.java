package dev.sluice.rehearsal.crowd;

import dev.sluice.rehearsal.crowd.Recorder.Reached;
import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.evidence.Timeline;
import dev.sluice.rehearsal.http.Client;
import dev.sluice.rehearsal.scenario.Scenario;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

/// Plays the buyers of a scenario against a stage, and keeps what they were told.
///
/// The load is an open loop: the moment of each arrival is fixed beforehand, and no answer, however
/// late, moves it. One event loop plays all buyers; a tick looks at the agenda every millisecond.
/// [#play] and [#readRecorded] block the caller, one after the other; [#snapshot] and [#interrupt]
/// may be called by any thread at any time, [#seen] afterwards.
public final class Crowd implements AutoCloseable {
    private static final Duration TICK = Duration.ofMillis(1);
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final Duration PATIENCE_BEYOND_BOUND = Duration.ofSeconds(5);

    /// How long after the close a buyer may still look for what became of their claim.
    private static final Duration ENDS_AFTER_CLOSE = Duration.ofSeconds(15);

    private static final Duration READ_MAX = Duration.ofMinutes(5);
    private static final int ACTIONS_PER_TURN = 256;
    private static final int WARM_CONNECTIONS = 256;

    /// What a crowd saw; nothing of it comes from an operator.
    ///
    /// @param startedAt when the first buyer was due
    /// @param oddityCount how many oddities there were, of which the first are kept
    /// @param timeline without stock and queue depth
    /// @param turnedAway by offer: buyers who still asked in the last seconds and got nothing
    /// @param heldAtEnd how long an answer took at most in those seconds, of those it takes to buy
    public record Seen(
            Instant startedAt,
            List<Run.ClaimSeen> claims,
            List<Run.OrderSeen> orders,
            Map<String, Long> answers,
            List<Run.Oddity> oddities,
            long oddityCount,
            Timeline timeline,
            Run.Pace pace,
            Map<String, Integer> turnedAway,
            Duration heldAtEnd) {}

    private final Scenario scenario;
    private final Stage stage;
    private final LongSupplier nanos;
    private final Roster roster;
    private final Recorder recorder;
    private final Client client;
    private final Solver solver;
    private final Scene scene;
    private final Instant startedAt;
    private final long firstDue;
    private final List<Buyer> buyers = new ArrayList<>();
    private final CompletableFuture<Void> played = new CompletableFuture<>();
    private volatile Snapshot snapshot;

    // The event loop's own.
    private long nextLook;
    private int present;
    private Reading reading;

    /// @param clock tells the time in which the stage's opening is given
    /// @param nanos measures time
    public Crowd(Scenario scenario, Stage stage, InstantSource clock, LongSupplier nanos) {
        this.scenario = scenario;
        this.stage = stage;
        this.nanos = nanos;
        this.roster = new Roster(scenario);
        this.recorder = new Recorder(scenario.answerMax(), this::fail);
        var patience = scenario.answerMax().plus(PATIENCE_BEYOND_BOUND);
        this.client = new Client(stage.nodes(), patience, recorder, nanos);
        this.solver =
                new Solver(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), nanos);
        var untilOpening = Duration.between(clock.instant(), stage.opensAt());
        long opens = nanos.getAsLong() + untilOpening.toNanos();
        this.firstDue = opens + roster.firstArrival();
        this.startedAt = stage.opensAt().plusNanos(roster.firstArrival());
        this.scene = scene(hours(opens));
        recorder.start(firstDue);
        this.nextLook = nanos.getAsLong();
        this.snapshot = snapshot(nextLook);
    }

    private Scene.Hours hours(long opens) {
        long closes = opens + scenario.lasts().toNanos();
        var after = ENDS_AFTER_CLOSE.plus(scenario.payWithin());
        return new Scene.Hours(opens, closes, closes + after.toNanos());
    }

    private Scene scene(Scene.Hours hours) {
        return new Scene(
                scenario,
                stage,
                client,
                new Agenda(),
                recorder,
                new Told(),
                new Loot(),
                solver,
                hours,
                this::oneLeft);
    }

    /// Plays all buyers. Returns when all have left, or after [#interrupt].
    public void play() throws InterruptedException {
        onLoop(this::begin);
        var ticks =
                client.loop()
                        .scheduleWithFixedDelay(
                                this::tick, 0, TICK.toNanos(), TimeUnit.NANOSECONDS);
        try {
            await(
                    played,
                    Duration.ofNanos(scene.hours().ends() - nanos.getAsLong()).plusMinutes(1));
        } finally {
            ticks.cancel(false);
            client.loop().submit(this::stop).await();
        }
    }

    /// Ends [#play] at once; what was told so far is kept.
    public void interrupt() {
        played.complete(null);
    }

    /// Asks for everything that was sent; to be called once everything has come to rest.
    ///
    /// @param isClosed whether an operator closed the sale before its time
    public void readRecorded(boolean isClosed) throws InterruptedException {
        var all = new Reading(scene, isClosed);
        onLoop(() -> {
            reading = all;
            all.begin();
        });
        var ticks =
                client.loop()
                        .scheduleWithFixedDelay(
                                this::tick, 0, TICK.toNanos(), TimeUnit.NANOSECONDS);
        try {
            await(all.done(), READ_MAX);
        } finally {
            ticks.cancel(false);
        }
    }

    public Snapshot snapshot() {
        return snapshot;
    }

    public Seen seen() throws InterruptedException {
        return await(CompletableFuture.supplyAsync(this::look, client.loop()), READ_MAX);
    }

    @Override
    public void close() {
        solver.close();
        client.close();
    }

    private void begin() {
        client.warmUp(WARM_CONNECTIONS);
        for (int number = 0; number < roster.size(); number++) {
            var buyer = new Buyer(scene, roster, number);
            buyers.add(buyer);
            scene.at(scene.hours().opens() + roster.arrival(number), buyer::arrive);
        }
        present = buyers.size();
    }

    private void oneLeft() {
        if (--present == 0) played.complete(null);
    }

    /// A failure of the rehearsal itself ends what is under way.
    private void onLoop(Runnable action) {
        CompletableFuture.runAsync(action, client.loop())
                .exceptionally(bug -> {
                    fail(bug);
                    return null;
                });
    }

    /// Runs what is due, and lets answers be read in between.
    private void tick() {
        try {
            long now = nanos.getAsLong();
            boolean more = scene.agenda().runDue(now, ACTIONS_PER_TURN);
            if (now - nextLook >= 0) lookAround(now);
            if (more) client.soon(this::tick);
        } catch (RuntimeException | Error e) {
            fail(e);
        }
    }

    private void lookAround(long now) {
        nextLook = now + LOOK_EVERY.toNanos();
        client.sweep();
        snapshot = snapshot(now);
        if (now - scene.hours().ends() >= 0) played.complete(null);
    }

    private void stop() {
        recorder.stop();
        scene.agenda().clear();
        snapshot = snapshot(nanos.getAsLong());
    }

    private void fail(Throwable bug) {
        played.completeExceptionally(bug);
        if (reading != null) reading.done().completeExceptionally(bug);
    }

    private Snapshot snapshot(long now) {
        int lastWhole = (int) recorder.secondAt(now) - 1;
        var latency = recorder.latencyIn(lastWhole);
        return new Snapshot(
                phase(now),
                part(now),
                recorder.secondAt(now),
                roster.size(),
                recorder.count(Reached.BUYERS),
                recorder.sentIn(lastWhole),
                recorder.refusals(),
                scene.told().acknowledged(),
                recorder.count(Reached.WON),
                recorder.count(Reached.PAID),
                latency.p50(),
                latency.p99(),
                -1);
    }

    private String phase(long now) {
        if (reading != null) return "reading what was recorded";
        if (now - scene.hours().opens() < 0) return "waiting for the opening";
        if (now - scene.hours().closes() < 0) return "the sale is open";
        return "the last buyers";
    }

    private double part(long now) {
        if (reading != null) return reading.part();
        double length = scene.hours().closes() - firstDue;
        return Math.clamp((now - firstDue) / length, 0, 1);
    }

    private Seen look() {
        var turnedAway = new TreeMap<String, Integer>();
        for (var offer : stage.offers()) turnedAway.put(offer.offerId(), 0);
        for (var buyer : buyers) {
            if (buyer.wasTurnedAway()) {
                turnedAway.merge(buyer.offer().offerId(), 1, Integer::sum);
            }
        }
        return new Seen(
                startedAt,
                scene.told().claimsSeen(),
                scene.told().ordersSeen(),
                recorder.answers(),
                recorder.oddities(),
                recorder.oddityCount(),
                recorder.timeline(),
                recorder.pace(),
                turnedAway,
                heldAtEnd());
    }

    private Duration heldAtEnd() {
        long closes = scene.hours().closes();
        return recorder.longestHeld(closes - Buyer.LAST_SECONDS.toNanos(), closes);
    }

    private static <T> T await(CompletableFuture<T> done, Duration most)
            throws InterruptedException {
        try {
            return done.get(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the rehearsal itself failed", e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("the rehearsal itself did not end", e);
        }
    }
}
