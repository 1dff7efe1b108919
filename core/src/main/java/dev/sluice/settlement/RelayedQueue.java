package dev.sluice.settlement;

import dev.sluice.port.ClaimQueue;
import dev.sluice.port.Courier;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.ClaimId;
import dev.sluice.sale.OfferId;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A claim queue whose way leads through a broker, behind the outbox that the hold store fills.
///
/// A thread takes claims from the outbox and sends them with the courier; settlement, on whichever
/// node, takes them from the courier. The outbox keeps a claim as taken until it is settled, so
/// nothing is lost whatever the broker does: while it is away the claims wait in the outbox, and
/// what was taken from the outbox by a node that died is sent again. A claim that comes twice is
/// settled once.
///
/// The outbox also has what is set aside: parked claims, and those that wait for longer than a
/// broker's retry should.
public final class RelayedQueue implements ClaimQueue, AutoCloseable {

    private static final Logger LOG = System.getLogger(RelayedQueue.class.getName());
    private static final int BATCH_MAX = 500;
    private static final Duration WAIT = Duration.ofMillis(50);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(1);

    /// Claims that are retried later than this wait in the outbox.
    private static final Duration BROKER_DELAY_MAX = Duration.ofSeconds(45);

    private final ClaimQueue outbox;
    private final Courier courier;
    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition closing = lock.newCondition();
    private final Thread relay;
    private volatile boolean closed;

    public RelayedQueue(ClaimQueue outbox, Courier courier, InstantSource clock) {
        this.outbox = outbox;
        this.courier = courier;
        this.clock = clock;
        this.relay = Thread.ofPlatform().name("sluice-relay").unstarted(this::relay);
        relay.start();
    }

    @Override
    public List<Delivery> take(int max, Duration wait) throws InterruptedException {
        return courier.take(max, wait);
    }

    @Override
    public void acknowledge(List<Delivery> deliveries) {
        outbox.acknowledge(deliveries);
        courier.acknowledge(deliveries);
    }

    @Override
    public void retry(Delivery delivery, Instant due, String cause) {
        var delay = Duration.between(clock.instant(), due);
        if (delay.compareTo(BROKER_DELAY_MAX) > 0) {
            outbox.retry(delivery, due, cause);
            courier.acknowledge(List.of(delivery));
        } else {
            courier.retry(delivery, delay.isNegative() ? Duration.ZERO : delay);
        }
    }

    @Override
    public void park(Delivery delivery, String cause) {
        outbox.park(delivery, cause);
        courier.park(delivery, cause);
    }

    @Override
    public List<Parked> parked(int max) {
        return outbox.parked(max);
    }

    @Override
    public Optional<Parked> findParked(ClaimId claim) {
        return outbox.findParked(claim);
    }

    @Override
    public boolean unpark(ClaimId claim) {
        return outbox.unpark(claim);
    }

    @Override
    public boolean removeParked(ClaimId claim) {
        return outbox.removeParked(claim);
    }

    @Override
    public long depth() {
        return outbox.depth();
    }

    @Override
    public int queuedUnits(OfferId offer) {
        return outbox.queuedUnits(offer);
    }

    @Override
    public long settledUpTo() {
        return outbox.settledUpTo();
    }

    /// Ends the relay. What it had taken and not sent is taken from the outbox again.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            closing.signalAll();
        } finally {
            lock.unlock();
        }
        try {
            relay.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        courier.close();
    }

    private void relay() {
        try {
            while (!closed) {
                var batch = takeFromOutbox();
                if (!batch.isEmpty()) sendUntilDone(batch);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<Delivery> takeFromOutbox() throws InterruptedException {
        try {
            return outbox.take(BATCH_MAX, WAIT);
        } catch (Unavailable fault) {
            LOG.log(Level.WARNING, "the outbox is not there: {0}", fault.getMessage());
            pause(WAIT);
            return List.of();
        }
    }

    private void sendUntilDone(List<Delivery> batch) throws InterruptedException {
        var pause = WAIT;
        while (!closed) {
            try {
                courier.send(batch);
                return;
            } catch (Unavailable fault) {
                LOG.log(Level.WARNING, "claims wait in the outbox: {0}", fault.getMessage());
                pause(pause);
                var longer = pause.multipliedBy(2);
                pause = longer.compareTo(PAUSE_MAX) < 0 ? longer : PAUSE_MAX;
            }
        }
    }

    /// Waits that long, or until the relay is closed.
    private void pause(Duration pause) throws InterruptedException {
        lock.lock();
        try {
            long left = pause.toNanos();
            while (left > 0 && !closed) left = closing.awaitNanos(left);
        } finally {
            lock.unlock();
        }
    }
}
