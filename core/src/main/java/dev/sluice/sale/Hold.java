package dev.sluice.sale;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;

/// The units a claim has taken from an offer.
public record Hold(ClaimId claim, OfferId offer, BuyerId buyer, int units) {}
