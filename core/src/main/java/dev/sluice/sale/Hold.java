package dev.sluice.sale;

/// The units a claim has taken from an offer.
public record Hold(ClaimId claim, OfferId offer, BuyerId buyer, int units) {}
