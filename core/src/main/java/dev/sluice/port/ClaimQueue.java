package dev.sluice.port;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.sale.Claim;
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
///   that are retried and from offers that take turns.
/// - **Offers take turns** in a queue that also passes `ClaimQueueTurnsContract`: a claim of a
///   quiet offer comes with the next batches, however long the backlog of a hot one is. The queue
///   of one process and that in Redis do; a broker's is one line for all offers, in which each has
///   its part of the room.
/// - **What is given back is there for all.** It comes to whoever takes next, as the same attempt,
///   and so does what this node keeps for later takers.
/// - **Retries wait.** A claim that is retried comes back after its delay and not before.
/// - **Parked claims stay** until a person retries or removes them.
/// - **Repeatable.** `acknowledge`, `giveBack`, `retry` and `park` of a delivery that is done
///   already do nothing.
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

    /// This node cannot settle them, for no fault of theirs: others may take them at once. It gets
    /// nothing before it takes again.
    void giveBack(List<Delivery> deliveries);

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

    /// Whether claims could be taken here and acknowledged: in a queue of several parts, those of
    /// one of them at least.
    ///
    /// @throws Unavailable when they could not
    default void check() {
        depth();
    }

    /// Units of the offer in claims that [#depth] counts.
    int queuedUnits(OfferId offer);

    /// The claims of the offer that [#depth] counts, in no particular order. One that was queued
    /// before this call and is acknowledged after it is here.
    List<Claim> findQueued(OfferId offer);

    /// All claims up to this sequence have been taken and acknowledged, retried or parked, or were
    /// taken before their turn.
    long settledUpTo();
}
