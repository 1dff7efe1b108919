package dev.sluice.settlement;

import static java.util.Comparator.naturalOrder;

import dev.sluice.port.Refunder;
import dev.sluice.port.Refunder.Answer;
import dev.sluice.port.Refunds;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Deposit;
import dev.sluice.sale.Refund;
import dev.sluice.sale.Refund.State;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Sends money back: asks the provider of each open refund, again and again with growing pauses,
/// until it confirms. A turn is noted before the provider is asked, so whatever dies in between,
/// the refund is open and is asked for again with the same key.
///
/// One node of all does this. One that cannot reach a provider, or what decides of late money,
/// stands back for longer than a lead lasts, so that a node that is cut off alone leaves it to the
/// others.
///
/// One duty thread calls [#tick] about once a second; the figures may be read by any thread.
public final class Refunding {

    private static final Logger LOG = System.getLogger(Refunding.class.getName());

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    private static final Duration PAUSE_MAX = Duration.ofMinutes(10);
    private static final Duration UNDECIDED_MAX = Duration.ofMinutes(1);
    private static final Duration OPEN_MAX = Duration.ofMinutes(5);
    private static final Duration STAND_BACK = Duration.ofSeconds(10);
    private static final Duration ALARM_EVERY = Duration.ofMinutes(1);
    private static final int BATCH_MAX = 100;
    private static final int DOUBLINGS_MAX = 16;

    private final Refunds refunds;
    private final Refunder refunder;
    private final Consumer<Deposit> decider;
    private final InstantSource clock;
    private final BooleanSupplier leads;
    private volatile Refunds.Open open = new Refunds.Open(0, Optional.empty());
    private volatile List<Deposit> undecided = List.of();
    private Instant quietUntil = Instant.MIN;
    private Optional<Instant> standsBackSince = Optional.empty();

    /// @param decider what decides of late money whose decision was broken off
    /// @param leads whether this node is the one that asks
    public Refunding(
            Refunds refunds,
            Refunder refunder,
            Consumer<Deposit> decider,
            InstantSource clock,
            BooleanSupplier leads) {
        this.refunds = refunds;
        this.refunder = refunder;
        this.decider = decider;
        this.clock = clock;
        this.leads = leads;
    }

    public void tick() {
        look();
        if (standsBack() || !leads.getAsBoolean()) return;
        alarm();
        try {
            if (open.count() > 0) {
                for (var provider : refunder.providers()) askAll(provider);
                look();
            }
        } finally {
            decideAll();
        }
    }

    /// A clock that was put back since makes it no longer.
    private boolean standsBack() {
        var now = clock.instant();
        standsBackSince =
                standsBackSince.filter(at -> !at.isAfter(now) && now.isBefore(at.plus(STAND_BACK)));
        return standsBackSince.isPresent();
    }

    /// Refunds that are not done, when this was last looked at.
    public int openCount() {
        return open.count();
    }

    /// For how long the oldest of them has been open, in seconds.
    public long oldestSeconds() {
        var age = open.oldest().map(at -> Duration.between(at, clock.instant()));
        return Math.max(0, age.orElse(Duration.ZERO).toSeconds());
    }

    /// Late money of which nobody has decided for a minute, when this was last looked at, up to a
    /// bound.
    public int undecidedCount() {
        return undecided.size();
    }

    /// How long to leave a provider alone that was asked so often before.
    static Duration pause(int attempts) {
        var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(attempts, DOUBLINGS_MAX));
        return pause.compareTo(PAUSE_MAX) < 0 ? pause : PAUSE_MAX;
    }

    private void look() {
        open = refunds.open();
        undecided = refunds.undecided(clock.instant().minus(UNDECIDED_MAX), BATCH_MAX);
    }

    /// The money of which nobody can decide keeps none behind it from being decided; a part that is
    /// away is away for all of it.
    private void decideAll() {
        RuntimeException failure = null;
        for (var money : undecided) {
            try {
                decider.accept(money);
            } catch (Unavailable away) {
                standsBackSince = Optional.of(clock.instant());
                throw away;
            } catch (RuntimeException bug) {
                failure = new IllegalStateException("nobody can decide of " + money, bug);
            }
        }
        if (failure != null) throw failure;
    }

    private void alarm() {
        var now = clock.instant();
        var old = now.minus(OPEN_MAX);
        var refund = open.oldest().filter(at -> at.isBefore(old));
        var money = undecided.stream().map(Deposit::at).min(naturalOrder()).filter(old::isAfter);
        boolean isOld = refund.isPresent() || money.isPresent();
        if (!isOld || isQuiet(now)) return;
        quietUntil = now.plus(ALARM_EVERY);
        refund.ifPresent(at ->
                LOG.log(
                        Level.ERROR,
                        "{0} refunds are open, the oldest since {1}: see GET"
                                + " /api/v1/admin/refunds.",
                        open.count(),
                        at));
        money.ifPresent(at ->
                LOG.log(
                        Level.ERROR,
                        "{0} late payments are undecided, the oldest since {1}.",
                        undecided.size(),
                        at));
    }

    /// A clock that was put back since makes it no longer.
    private boolean isQuiet(Instant now) {
        return now.isBefore(quietUntil) && !quietUntil.isAfter(now.plus(ALARM_EVERY));
    }

    /// A provider that cannot be reached is not asked for the rest, so that it delays no other.
    private void askAll(String provider) {
        for (var refund : refunds.due(provider, clock.instant(), BATCH_MAX)) {
            if (!ask(refund)) return;
        }
    }

    private boolean ask(Refund refund) {
        var nextAt = clock.instant().plus(pause(refund.attempts()));
        if (!refunds.ask(refund, nextAt)) return true;
        Answer answer;
        try {
            answer = refunder.ask(refund);
        } catch (Unavailable away) {
            standsBackSince = Optional.of(clock.instant());
            refunds.note(refund, State.FAILED, Refund.shortened(away.getMessage()));
            return false;
        }
        switch (answer) {
            case Answer.Done _ -> refunds.confirm(refund.id(), "", clock.instant());
            case Answer.NotYet(var why) -> refunds.note(refund, State.ASKED, Refund.shortened(why));
            case Answer.Refused(var why) ->
                    refunds.note(refund, State.FAILED, Refund.shortened(why));
        }
        return true;
    }
}
