package dev.sluice.rehearsal;

import dev.sluice.rehearsal.backstage.Operator;
import dev.sluice.rehearsal.backstage.Stop;
import dev.sluice.rehearsal.crowd.Crowd;
import dev.sluice.rehearsal.crowd.Stage;
import dev.sluice.rehearsal.scenario.Scenario;
import dev.sluice.rehearsal.scenario.Scenario.Arrival;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// A small sale before the real one. A program that has just been started is compiled while it
/// runs, on both sides, and a crowd that meets it then measures the compiler. A server that stands
/// before a sale of a shop has usually been up for a while.
final class WarmUp {

    /// A crowd below this is not worth it.
    private static final int BUYERS_MIN = 5_000;

    private static final int BUYERS = 8_000;
    private static final int UNITS = 1_000;
    private static final Duration AHEAD = Duration.ofMillis(300);
    private static final Duration LASTS = Duration.ofMillis(4_500);

    private final Operator operator;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final Stop stop;

    WarmUp(Operator operator, InstantSource clock, LongSupplier nanos, Stop stop) {
        this.operator = operator;
        this.clock = clock;
        this.nanos = nanos;
        this.stop = stop;
    }

    static boolean isWorthIt(Scenario scenario) {
        return scenario.buyers() >= BUYERS_MIN;
    }

    /// Plays a sale of its own with buyers of its own, who behave as those of the scenario.
    void play(Scenario scenario) throws InterruptedException {
        var small = smaller(scenario);
        var sessions = operator.makeBuyers(small.buyers());
        var ahead = operator.clockAhead();
        var opensAt = clock.instant().plus(AHEAD);
        var theirs = opensAt.plus(ahead);
        var sale = operator.publishSale(small, theirs, theirs.plus(small.lasts()));
        var stage = new Stage(operator.nodes(), sale.saleId(), sale.offers(), opensAt, sessions);
        try (var crowd = new Crowd(small, stage, clock, nanos);
                var duties = new Duties(crowd::interrupt)) {
            duties.start(
                    "rehearsal-warm-up",
                    () -> {
                        stop.awaitUntil(opensAt.plus(LASTS));
                        crowd.interrupt();
                    });
            crowd.play();
        }
        operator.closeSale(sale.saleId());
    }

    private static Scenario smaller(Scenario scenario) {
        return new Scenario(
                "warm-up",
                scenario.about(),
                scenario.seed(),
                BUYERS,
                List.of(UNITS),
                scenario.perBuyer(),
                Arrival.STEADY,
                LASTS.minusSeconds(1),
                LASTS,
                scenario.challenge(),
                scenario.gateFactor(),
                scenario.payWithin(),
                false,
                List.of(),
                scenario.mix(),
                scenario.answerMax(),
                Optional.empty());
    }
}
