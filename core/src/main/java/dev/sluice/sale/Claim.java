package dev.sluice.sale;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import java.time.Instant;

/// A buyer's request for units of an offer. The id comes from the pass and stays the same however
/// often the claim is sent.
public record Claim(ClaimId id, OfferId offer, BuyerId buyer, int quantity, Instant at) {

    public Claim {
        if (quantity < 1) throw new IllegalArgumentException("quantity: " + quantity);
    }

    public Hold hold() {
        return new Hold(id, offer, buyer, quantity);
    }
}
