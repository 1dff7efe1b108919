package dev.sluice.port;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.sale.Hold;
import java.util.List;
import java.util.Map;

/// What the order book knows of an offer's units: all a hold store needs to prepare the offer.
///
/// @param sold the holds of orders that have units now, unpaid or paid
/// @param ended claims that are settled and have no units, lost, cancelled, expired or refunded,
///     each with its buyer
public record Supply(
        OfferId offer, int stock, int perBuyer, List<Hold> sold, Map<ClaimId, BuyerId> ended) {}
