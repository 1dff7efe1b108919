package dev.sluice.rehearsal.crowd;

import dev.sluice.rehearsal.crowd.Recorder.Reached;
import dev.sluice.rehearsal.evidence.Run.ClaimStatus;
import dev.sluice.rehearsal.http.Answer;
import dev.sluice.rehearsal.http.Call;
import dev.sluice.rehearsal.scenario.Scenario.Habit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/// One of the crowd: who they are, how patient they are, and what they have got so far. What they
/// do is in [Shopper], [Checkout], [Thief], [Guesser] and [Vandal], of which several may be under
/// way at once. Belongs to the event loop's thread.
public final class Buyer {
    /// A buyer who asks in the last seconds of a sale is one who would still have bought.
    public static final Duration LAST_SECONDS = Duration.ofSeconds(4);

    /// Of a hundred buyers, so many stay until the end, whatever they are told.
    private static final int STAYERS = 25;

    private static final int PATIENCE_MAX = 4;
    private static final int FAULTS_MAX = 40;
    private static final int MANY = 3;
    private static final double COME_BACK_SPREAD_SECONDS = 1.5;
    private static final int FAULT_DELAY_MILLIS_MAX = 1_500;
    private static final int FAULT_DELAY_MILLIS_MIN = 200;

    private final Scene scene;
    private final int number;
    private final Habit habit;
    private final Stage.StagedOffer offer;
    private final SplittableRandom random;
    private final List<ToldClaim> claims = new ArrayList<>(0);
    private final boolean stays;
    private int patience;
    private int faults;
    private int node;
    private int errands;
    private Reached reached = Reached.BUYERS;
    private String lastRefusal = "";
    private long lastAsked;
    private boolean hasAsked;

    Buyer(Scene scene, Roster roster, int number) {
        this.scene = scene;
        this.number = number;
        this.habit = roster.habit(number);
        this.offer = scene.stage().offers().get(roster.offer(number));
        this.random = roster.random(number);
        this.stays = random.nextInt(100) < STAYERS;
        this.patience = random.nextInt(PATIENCE_MAX);
        this.node = number;
    }

    int number() {
        return number;
    }

    Habit habit() {
        return habit;
    }

    Stage.StagedOffer offer() {
        return offer;
    }

    SplittableRandom random() {
        return random;
    }

    List<ToldClaim> claims() {
        return claims;
    }

    String session() {
        return scene.stage().sessions().get(number);
    }

    int node() {
        return node;
    }

    Scene scene() {
        return scene;
    }

    void arrive(long due) {
        scene.recorder().arrived(due);
        errands = habit == Habit.MANY_CONNECTIONS ? MANY : 1;
        switch (habit) {
            case THIEF -> new Thief(this).arrive(due);
            case GUESSER -> new Guesser(this).arrive(due);
            case VANDAL -> new Vandal(this).arrive(due);
            case MANY_CONNECTIONS -> {
                for (int i = 0; i < MANY; i++) new Shopper(this).arrive(due);
            }
            case PLAIN, EARLY, DOUBLE_CLICK, IMPATIENT, ABANDONS, NEVER_PAYS, CANCELS, PAYS_LATE ->
                    new Shopper(this).arrive(due);
        }
    }

    /// One of the things that this buyer came for is over.
    void leave() {
        if (--errands == 0) scene.oneLeft().run();
    }

    void send(Call call, Consumer<Answer> then) {
        if (scene.recorder().isStopped()) return;
        call.session(session()).node(node).then(then);
        scene.client().send(call);
    }

    /// Does something after a while that is drawn between the two.
    void later(int millisMin, int millisMax, LongConsumer action) {
        long wait = random.nextLong(millisMin, millisMax + 1L) * 1_000_000;
        scene.at(scene.now() + wait, action);
    }

    /// After a refusal: comes back when told to, or after a second or two, as long as there is
    /// patience and the sale is open. False when the buyer has had enough.
    boolean comeBack(Answer refusal, LongConsumer action) {
        if (!stays && patience-- <= 0) return false;
        return waitOut(refusal, action);
    }

    /// Comes back when told to, or after a second or two, however often that was before: who knows
    /// that it goes on waits for it. False when the sale is over by then.
    boolean waitOut(Answer refusal, LongConsumer action) {
        double seconds = Math.max(1, refusal.retryAfter());
        seconds += random.nextDouble() * COME_BACK_SPREAD_SECONDS;
        long due = scene.now() + (long) (seconds * 1e9);
        if (due - scene.hours().closes() >= 0) return false;
        scene.at(due, action);
        return true;
    }

    /// After a fault, or no answer: tries again soon, perhaps on another node, a bounded number of
    /// times. False when there have been too many.
    boolean tryAgain(Answer fault, LongConsumer action) {
        if (faults++ >= FAULTS_MAX) return false;
        node++;
        int delay = Math.max(0, fault.retryAfter()) * 1_000;
        later(delay + FAULT_DELAY_MILLIS_MIN, delay + FAULT_DELAY_MILLIS_MAX, action);
        return true;
    }

    /// Notes how far this buyer has come; counted once.
    void reach(Reached how) {
        while (reached.compareTo(how) < 0) {
            reached = Reached.values()[reached.ordinal() + 1];
            scene.recorder().reached(reached);
        }
    }

    /// Notes an answer to a question for units.
    void asked(long due, Answer answer) {
        if (answer.code().equals("CLOSED")) return;
        hasAsked = true;
        lastAsked = due;
        lastRefusal = answer.code();
    }

    /// Whether this buyer still asked at the end and got nothing, since there was nothing.
    boolean wasTurnedAway() {
        boolean late = scene.hours().closes() - lastAsked < LAST_SECONDS.toNanos();
        boolean full = lastRefusal.equals("SOLD_OUT") || lastRefusal.equals("GATE_FULL");
        return hasAsked && late && full && !hasWon();
    }

    private boolean hasWon() {
        return claims.stream().anyMatch(claim -> claim.told() == ClaimStatus.WON);
    }

    @Override
    public String toString() {
        return "buyer " + number;
    }
}
