package dev.sluice.server.admin;

import dev.sluice.id.OfferId;
import dev.sluice.sale.Balances;
import dev.sluice.settlement.Reconciliation;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/// Looks at where the units of an offer are.
///
/// Order book and hold store are read one after the other while units move between them, so a
/// reading may catch a batch on its way and not add up although every unit is in its place. Such a
/// moment is short. A reading that does not add up is therefore made again, for a tenth of a second
/// at most; what does not add up then is shown as it is.
public final class Audits {

    private static final Duration PATIENCE = Duration.ofMillis(100);
    private static final Duration PAUSE_FIRST = Duration.ofNanos(50_000);
    private static final Duration PAUSE_MAX = Duration.ofMillis(5);

    private final Reconciliation reconciliation;
    private final LongSupplier nanos;

    public Audits(Reconciliation reconciliation, LongSupplier nanos) {
        this.reconciliation = reconciliation;
        this.nanos = nanos;
    }

    /// The balances, as steady as they can be read. Blocks.
    Balances look(OfferId offer) {
        long start = nanos.getAsLong();
        long pause = PAUSE_FIRST.toNanos();
        var balances = reconciliation.balances(offer);
        while (!balances.balanced() && nanos.getAsLong() - start < PATIENCE.toNanos()) {
            LockSupport.parkNanos(pause);
            pause = Math.min(2 * pause, PAUSE_MAX.toNanos());
            balances = reconciliation.balances(offer);
        }
        return balances;
    }
}
