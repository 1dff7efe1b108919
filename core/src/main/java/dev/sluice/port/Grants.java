package dev.sluice.port;

import dev.sluice.id.OfferId;
import java.time.Instant;
import java.util.List;

/// How many passes the gate was allowed to mint, recorded before they are minted, so that a
/// restarted gate knows an upper bound of what is out. Kept by `GrantsContract`.
public interface Grants {

    /// @param until when the last of these passes has expired
    record Grant(OfferId offer, int passes, Instant until) {}

    /// Durable when it returns.
    void insert(Grant grant);

    /// The grants whose passes may still be out.
    List<Grant> findLive(Instant now);

    void purge(Instant now);
}
