package dev.sluice.server.payment;

import dev.sluice.port.Refunder;
import dev.sluice.sale.Deposit;
import dev.sluice.server.engine.Engine;
import dev.sluice.server.metrics.Metrics;
import dev.sluice.settlement.Refunding;
import java.time.Duration;
import java.util.Optional;

/// The duty that sends money back, with its figures. One node of all leads it.
public final class RefundDuty {

    private static final Duration EVERY = Duration.ofSeconds(1);

    private final Engine engine;
    private final Refunding refunding;

    public RefundDuty(Engine engine, Refunder refunder) {
        this.engine = engine;
        this.refunding =
                new Refunding(
                        engine.ports().refunds(),
                        refunder,
                        this::decide,
                        engine.world().clock(),
                        () -> engine.leadership().leads("refunds"));
    }

    public void start(Metrics metrics) {
        metrics.gauge(
                "sluice_refunds_open",
                "Refunds that are not done; alarm when the oldest grows old.",
                refunding::openCount);
        metrics.gauge(
                "sluice_refunds_oldest_seconds",
                "For how long the oldest open refund has been open.",
                refunding::oldestSeconds);
        metrics.gauge(
                "sluice_money_undecided",
                "Late money of which nobody has decided for a minute; alarm when it stays.",
                refunding::undecidedCount);
        engine.duties().every(EVERY, "refunds", refunding::tick);
    }

    private void decide(Deposit money) {
        engine.orders().pay(money.payment().orElseThrow(), Optional.of(money.reference()));
    }
}
