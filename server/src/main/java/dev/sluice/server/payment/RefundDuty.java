package dev.sluice.server.payment;

import dev.sluice.port.Refunder;
import dev.sluice.port.Refunds;
import dev.sluice.sale.Deposit;
import dev.sluice.server.engine.Duties;
import dev.sluice.server.metrics.Metrics;
import dev.sluice.settlement.Orders;
import dev.sluice.settlement.Refunding;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// The duty that sends money back, with its figures. One node of all leads it.
public final class RefundDuty {

    private static final Duration EVERY = Duration.ofSeconds(1);

    private final Orders orders;
    private final Refunding refunding;

    /// @param leads whether this node is the one that sends money back
    public RefundDuty(
            Refunds refunds,
            Refunder refunder,
            Orders orders,
            InstantSource clock,
            BooleanSupplier leads) {
        this.orders = orders;
        this.refunding = new Refunding(refunds, refunder, this::decide, clock, leads);
    }

    public void start(Duties duties, Metrics metrics) {
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
        duties.every(EVERY, "refunds", refunding::tick);
    }

    private void decide(Deposit money) {
        orders.pay(money.payment().orElseThrow(), Optional.of(money.reference()));
    }
}
