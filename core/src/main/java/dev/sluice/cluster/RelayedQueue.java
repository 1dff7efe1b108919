package dev.sluice.cluster;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.loop.WorkLoop;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.Courier;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Claim;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// A claim queue whose way leads through a broker, behind the outbox that the hold store fills.
///
/// A thread takes claims from the outbox and sends them with the courier; settlement, on whichever
/// node, takes them from the courier. The outbox keeps a claim as taken until it is settled, so
/// nothing is lost whatever the broker does: while it is away the claims wait in the outbox, and
/// what was taken from the outbox by a node that died is sent again. A claim that comes twice is
/// settled once.
///
/// A node may be the only one for which the broker is away. So what it cannot send goes back to the
/// outbox, where the others find it; then it takes one claim at a time, to see whether the broker
/// is there again.
///
/// The outbox also has what is set aside: parked claims, and those that wait for longer than a
/// broker's retry should.
public final class RelayedQueue implements ClaimQueue, AutoCloseable {

    private static final int BATCH_MAX = 500;
    private static final Duration WAIT = Duration.ofMillis(50);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(2);

    /// So often it is tried to send what was taken, before it is left to others.
    private static final int TRIES_MAX = 3;

    /// Claims that are retried later than this wait in the outbox.
    private static final Duration BROKER_DELAY_MAX = Duration.ofSeconds(45);

    private final ClaimQueue outbox;
    private final Courier courier;
    private final InstantSource clock;
    private final WorkLoop relay;
    // Used by the relay's thread only: taken from the outbox and not sent yet.
    private List<Delivery> underWay = List.of();
    // Used by the relay's thread only: how often it has sent in vain since it last sent something.
    private int inVain;

    public RelayedQueue(ClaimQueue outbox, Courier courier, InstantSource clock) {
        this.outbox = outbox;
        this.courier = courier;
        this.clock = clock;
        this.relay = new WorkLoop("relay", WAIT, PAUSE_MAX, this::relay);
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

    /// In the outbox they stay taken: who takes them next takes them from the courier.
    @Override
    public void giveBack(List<Delivery> deliveries) {
        courier.giveBack(deliveries);
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
    public void check() {
        outbox.check();
    }

    @Override
    public int queuedUnits(OfferId offer) {
        return outbox.queuedUnits(offer);
    }

    @Override
    public List<Claim> findQueued(OfferId offer) {
        return outbox.findQueued(offer);
    }

    @Override
    public long settledUpTo() {
        return outbox.settledUpTo();
    }

    /// What is wrong with the relay itself.
    public Optional<String> trouble() {
        return relay.trouble();
    }

    /// Ends the relay. What it had taken and not sent is taken from the outbox again.
    @Override
    public void close() {
        relay.close();
        courier.close();
    }

    /// What could not be sent is sent again before anything else is taken.
    private void relay() throws InterruptedException {
        if (underWay.isEmpty()) underWay = outbox.take(inVain == 0 ? BATCH_MAX : 1, WAIT);
        if (underWay.isEmpty()) {
            if (inVain > 0) throw new Unavailable("nothing could be sent when last tried", null);
            return;
        }
        try {
            courier.send(underWay);
        } catch (RuntimeException | Error e) {
            if (++inVain >= TRIES_MAX) leaveToOthers();
            throw e;
        }
        underWay = List.of();
        inVain = 0;
    }

    /// What may have been sent all the same is settled once.
    private void leaveToOthers() {
        outbox.giveBack(underWay);
        underWay = List.of();
    }
}
