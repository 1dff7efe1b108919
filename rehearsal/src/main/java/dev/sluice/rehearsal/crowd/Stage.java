package dev.sluice.rehearsal.crowd;

import java.net.URI;
import java.time.Instant;
import java.util.List;

/// What has been set up for a crowd: nodes that run, a published sale, and a session for each
/// buyer.
///
/// @param nodes at least one; buyers spread over them
/// @param opensAt by the clock of the rehearsal, which may differ from that of the nodes
/// @param sessions one for each buyer, in the order of their numbers
public record Stage(
        List<URI> nodes,
        String saleId,
        List<StagedOffer> offers,
        Instant opensAt,
        List<String> sessions) {

    public record StagedOffer(String offerId, String product, int units, int perBuyer) {}
}
