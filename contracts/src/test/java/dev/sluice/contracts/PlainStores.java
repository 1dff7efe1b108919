package dev.sluice.contracts;

import dev.sluice.plain.ManualClock;
import dev.sluice.plain.PlainClaimQueue;
import dev.sluice.plain.PlainHoldStore;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.HoldStore;
import java.time.Duration;
import java.time.Instant;

/// The plain store and its queue. There is nothing to be read back: what would be durable is still
/// there after a restart.
final class PlainStores implements TestStores {

    private final ManualClock clock = new ManualClock();
    private final PlainClaimQueue queue = new PlainClaimQueue(clock);
    private final PlainHoldStore holds;

    PlainStores(int backlogMax) {
        holds = new PlainHoldStore(queue, backlogMax);
    }

    @Override
    public HoldStore holds() {
        return holds;
    }

    @Override
    public ClaimQueue queue() {
        return queue;
    }

    @Override
    public Instant now() {
        return clock.instant();
    }

    @Override
    public void pass(Duration duration) {
        clock.advance(duration);
    }

    @Override
    public void restart() {
        holds.crash();
        queue.restart();
    }

    @Override
    public void crash() {
        holds.crash();
        queue.crash();
    }

    @Override
    public void close() {}
}
