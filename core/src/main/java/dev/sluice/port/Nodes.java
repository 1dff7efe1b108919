package dev.sluice.port;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// What the nodes of a set-up agree on: worker numbers and secrets. Kept by `NodesContract`.
///
/// - No two live leases have the same number.
/// - A lease tells the latest time an earlier holder of the number may have used.
/// - A duty has one leader at a time. A leader whose clock was far ahead is not waited for.
/// - A secret is created once and is the same for all afterwards.
public interface Nodes {

    /// @param usedUpTo ids made with this number until then belong to others
    record Lease(int worker, String owner, Instant usedUpTo, Instant until) {}

    /// Leases the lowest free number; nothing when all 1,024 are taken.
    Optional<Lease> lease(String owner, Instant now, Duration length);

    /// Prolongs a lease, never shortens it; false when it was lost.
    boolean renew(Lease lease, Instant now, Duration length);

    /// @param now or, when ids have run ahead of the clock, the time they have come to
    void giveBack(Lease lease, Instant now);

    /// Whether this owner is the one who does a duty that one node does for all; asking again keeps
    /// it for another `length`. When its owner stops asking, another gets it.
    boolean lead(String duty, String owner, Instant now, Duration length);

    /// The secret of this name; `candidate` becomes it if there is none yet.
    byte[] secret(String name, byte[] candidate);

    /// A small value that all nodes share, such as a switch.
    Optional<String> findValue(String name);

    void putValue(String name, String value);
}
