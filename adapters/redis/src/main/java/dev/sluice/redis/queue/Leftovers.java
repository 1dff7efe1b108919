package dev.sluice.redis.queue;

import dev.sluice.port.ClaimQueue.Delivery;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Claims of one shard that this node has taken and given to nobody yet, in their order.
///
/// One thread at a time.
final class Leftovers {

    private final Duration lasts;
    private final Deque<Delivery> claims = new ArrayDeque<>();
    private CompletableFuture<Void> lasting = CompletableFuture.completedFuture(null);

    /// @param redeliverAfter when what was taken is delivered to others. Here it is given up well
    ///     before
    Leftovers(Duration redeliverAfter) {
        lasts = redeliverAfter.multipliedBy(3).dividedBy(4);
    }

    int size() {
        return claims.size();
    }

    /// Whether others may get them soon, or have got them.
    boolean isOld() {
        return lasting.isDone();
    }

    /// All of them, which stay here.
    List<Delivery> all() {
        return List.copyOf(claims);
    }

    /// Keeps these; the ones before have been given out.
    void keep(List<Delivery> rest) {
        drop();
        if (rest.isEmpty()) return;
        claims.addAll(rest);
        lasting =
                new CompletableFuture<Void>()
                        .completeOnTimeout(null, lasts.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// Gives out the first ones.
    List<Delivery> poll(int max) {
        var first = new ArrayList<Delivery>();
        while (first.size() < max && !claims.isEmpty()) first.add(claims.poll());
        return first;
    }

    void drop() {
        claims.clear();
        // Ends its timer.
        lasting.complete(null);
    }
}
