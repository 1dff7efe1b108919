package dev.sluice.port;

import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimId;
import dev.sluice.sale.OfferId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Claims that are held and wait to be settled. The hold store puts them in.
///
/// Every adapter passes `ClaimQueueContract`, which checks these promises:
///
/// - **At least once.** A claim is delivered until it is acknowledged or parked, also across a
///   crash at any moment. It may be delivered more than once.
/// - **In order**, or in order for each buyer where a queue is split by buyer, apart from claims
///   that are retried.
/// - **Retries wait.** A claim that is retried comes back after its delay and not before.
/// - **Parked claims stay** until a person retries or removes them.
/// - **Repeatable.** `acknowledge`, `retry` and `park` of a delivery that is done already do
///   nothing.
public interface ClaimQueue {

    /// @param attempt 1 for the first delivery; one more after each retry
    record Delivery(Claim claim, long sequence, int attempt) {}

    /// A claim that failed for good and waits for a person.
    record Parked(Claim claim, long sequence, int attempts, String cause, Instant at) {}

    /// What has arrived, at most `max`; waits up to `wait` when there is nothing. Taken deliveries
    /// are not taken again until they are retried or the process starts anew. After [Unavailable]
    /// nothing counts as taken.
    List<Delivery> take(int max, Duration wait) throws InterruptedException;

    /// The claims are settled. When this is lost in a crash, they are delivered again.
    void acknowledge(List<Delivery> deliveries);

    /// Delivers the claim again at that time, as the next attempt. Durable when it returns.
    void retry(Delivery delivery, Instant due, String cause);

    /// Sets the claim aside for a person. Durable when it returns.
    void park(Delivery delivery, String cause);

    /// The parked claims, oldest first.
    List<Parked> parked(int max);

    Optional<Parked> findParked(ClaimId claim);

    /// Queues a parked claim once more as a first attempt; false when it is not parked.
    boolean unpark(ClaimId claim);

    /// Takes a parked claim out for good; false when it is not parked. The caller has settled it.
    boolean removeParked(ClaimId claim);

    /// Claims that are queued, delayed or parked: held and not yet acknowledged.
    long depth();

    /// Units of the offer in claims that [#depth] counts.
    int queuedUnits(OfferId offer);

    /// All claims up to this sequence have been taken and acknowledged, retried or parked.
    long settledUpTo();
}
