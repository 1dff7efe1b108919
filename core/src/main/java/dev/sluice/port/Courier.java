package dev.sluice.port;

import dev.sluice.port.ClaimQueue.Delivery;
import java.time.Duration;
import java.util.List;

/// Carries claims through a broker, from the outbox in which they were held to whichever node
/// settles them. The outbox keeps a claim until it is settled, so the courier is the way and not
/// the memory: what it loses is sent again.
///
/// Every adapter passes `CourierContract`, which checks these promises:
///
/// - **Sent means kept.** When `send` returns, the broker has confirmed every delivery, and they
///   survive a restart of the broker.
/// - **At least once.** A delivery is taken until it is acknowledged, retried or parked, also when
///   the node that took it dies.
/// - **What is given back is there for all**, as the same attempt, and with it all that has arrived
///   for this node and was not taken. No broker counts it as a failure.
/// - **Retries wait** in the broker and come back as the next attempt, not before their delay.
/// - **Repeatable.** `acknowledge`, `giveBack`, `retry` and `park` of a delivery that is done
///   already, or that this node did not take, do nothing.
/// - **Bounded.** While the broker is away, each call throws [Unavailable] within the configured
///   time, and goes on by itself when the broker is back.
public interface Courier extends AutoCloseable {

    /// After [Unavailable] it is unknown which have arrived; all may be sent again.
    void send(List<Delivery> deliveries);

    /// What has arrived for this node, at most `max`; waits up to `wait` when there is nothing.
    List<Delivery> take(int max, Duration wait) throws InterruptedException;

    void acknowledge(List<Delivery> deliveries);

    /// This node cannot settle them: others may take them at once. Nothing arrives here before it
    /// takes again.
    void giveBack(List<Delivery> deliveries);

    /// The claim comes again after this delay, as the next attempt.
    void retry(Delivery delivery, Duration delay);

    /// Leaves the claim in the broker's parking queue, where people look for it, and takes it no
    /// more.
    void park(Delivery delivery, String cause);

    @Override
    void close();
}
