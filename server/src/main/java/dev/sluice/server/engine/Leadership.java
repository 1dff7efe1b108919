package dev.sluice.server.engine;

import dev.sluice.port.Nodes;
import java.time.Duration;
import java.time.InstantSource;

/// Which of the duties that one node does for all are this node's, by a lease for each.
public final class Leadership {

    private static final Duration LEASE = Duration.ofSeconds(5);

    private final Nodes nodes;
    private final String owner;
    private final InstantSource clock;
    private final boolean shared;

    /// @param owner what this node is called in the leases
    /// @param shared whether there may be other nodes; without them nobody has to be asked
    Leadership(Nodes nodes, String owner, InstantSource clock, boolean shared) {
        this.nodes = nodes;
        this.owner = owner;
        this.clock = clock;
        this.shared = shared;
    }

    /// Whether this node is the one of all that does the duty. Blocks where there are others.
    public boolean leads(String duty) {
        return !shared || nodes.lead(duty, owner, clock.instant(), LEASE);
    }
}
