package dev.sluice.sale;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OrderId;

/// How a claim ended, as the order book recorded it.
public sealed interface Outcome {

    ClaimId claim();

    record Won(ClaimId claim, OrderId order) implements Outcome {}

    record Lost(ClaimId claim, Reason reason) implements Outcome {}

    /// Why a claim that was queued became no order.
    enum Reason {
        SOLD_OUT,
        OVER_LIMIT,
        DROPPED,
        CLOSED
    }
}
