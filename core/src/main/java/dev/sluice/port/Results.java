package dev.sluice.port;

import dev.sluice.sale.ClaimState;
import java.util.List;

/// Tells systems outside of Sluice how claims ended, at least once each: a won claim as
/// `ORDER.SUCCESS`, a lost one as `ORDER.FAIL`. They are published from the order book's ledger,
/// behind settlement, which never waits for this.
public interface Results {

    /// Nobody outside wants to know.
    Results NONE = ended -> {};

    /// After [dev.sluice.port.Unavailable] the same may be published again.
    void publish(List<ClaimState> ended);
}
