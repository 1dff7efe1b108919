package dev.sluice.server.engine;

import dev.sluice.board.Snowflakes;
import dev.sluice.port.Nodes;
import dev.sluice.port.Nodes.Lease;
import dev.sluice.server.config.StartFailure;
import dev.sluice.server.config.World;
import java.time.Duration;
import java.time.Instant;

/// This node's worker number, by which its ids are its own. It is leased for a minute and renewed
/// four times a minute; when that fails, each second, until it works. A lease that was lost means
/// that another node may have the number: this one goes on with another. Until it has one, it makes
/// no ids and is not ready.
///
/// One thread keeps it; any may ask for ids.
final class WorkerLease {

    static final Duration LENGTH = Duration.ofMinutes(1);

    /// How often [#keep] is called.
    static final Duration LOOK = Duration.ofSeconds(1);

    private static final Duration RENEWED_EVERY = LENGTH.dividedBy(4);

    private final Nodes nodes;
    private final String owner;
    private final World world;
    private final boolean shared;
    private final Snowflakes ids;
    private Lease lease;
    private Instant until;
    private long renewedNanos;

    /// @param shared whether there are other nodes, so that ids must end with the lease
    WorkerLease(Nodes nodes, String owner, World world, boolean shared) {
        this.nodes = nodes;
        this.owner = owner;
        this.world = world;
        this.shared = shared;
        renewedNanos = world.nanos().getAsLong();
        lease = lease();
        ids = new Snowflakes(lease.worker(), lease.usedUpTo(), world.clock(), world.random());
        lasts(lease.until());
    }

    Snowflakes ids() {
        return ids;
    }

    /// Renews the lease when it is time to. How long it lasts is counted from before the call,
    /// since the others count from when the call is made. When ids have run ahead of the clock, it
    /// is counted from the time they have come to.
    synchronized void keep() {
        long nanos = world.nanos().getAsLong();
        if (!isTime(nanos)) return;
        var from = usedUpTo();
        if (nodes.renew(lease, from, LENGTH)) {
            lasts(from.plus(LENGTH));
        } else {
            lease = lease();
            ids.become(lease.worker(), lease.usedUpTo());
            lasts(lease.until());
        }
        renewedNanos = nanos;
    }

    synchronized void giveBack() {
        nodes.giveBack(lease, usedUpTo());
    }

    /// By a time that never jumps, or by the clock, whichever is sooner.
    private boolean isTime(long nanos) {
        return nanos - renewedNanos >= RENEWED_EVERY.toNanos()
                || usedUpTo().plus(LENGTH).minus(RENEWED_EVERY).isAfter(until);
    }

    /// Ids of this time may have been made.
    private Instant usedUpTo() {
        var now = world.clock().instant();
        var used = ids.usedUpTo();
        return used.isAfter(now) ? used : now;
    }

    private void lasts(Instant end) {
        until = end;
        if (shared) ids.endAt(end);
    }

    private Lease lease() {
        return nodes.lease(owner, world.clock().instant(), LENGTH)
                .orElseThrow(() ->
                        new StartFailure(
                                "All 1,024 worker numbers are leased. Stop a node, or wait"
                                        + " a minute for the leases of dead nodes to expire."));
    }
}
