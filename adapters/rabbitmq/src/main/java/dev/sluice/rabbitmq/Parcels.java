package dev.sluice.rabbitmq;

import com.rabbitmq.client.Channel;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.Unavailable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// What this node has in hand: messages that have arrived, the claims in them that were taken, and
/// which of them are not done. A message is done, and may be acknowledged, when all of its claims
/// are. When the channel is lost all of it is forgotten, since the broker delivers it again.
///
/// All threads may use it; its state is guarded by one lock.
final class Parcels {

    /// A message with some claims that are not done.
    static final class Parcel {
        private final Channel channel;
        private final long tag;
        private int open;

        private Parcel(Channel channel, long tag, int open) {
            this.channel = channel;
            this.tag = tag;
            this.open = open;
        }

        Channel channel() {
            return channel;
        }

        long tag() {
            return tag;
        }
    }

    private record Arrival(Delivery delivery, Parcel parcel) {}

    private final Supplier<String> trouble;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    // Guarded by `lock`. A claim that was sent twice may be in several parcels.
    private final ArrayDeque<Arrival> arrived = new ArrayDeque<>();
    private final Map<Delivery, List<Parcel>> taken = new HashMap<>();
    private Channel channel;

    /// @param trouble why there is no channel, asked when there is none
    Parcels(Supplier<String> trouble) {
        this.trouble = trouble;
    }

    void opened(Channel opened) {
        lock.lock();
        try {
            channel = opened;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void lost() {
        lock.lock();
        try {
            channel = null;
            arrived.clear();
            taken.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// The message itself when there is nothing in it to be done.
    Optional<Parcel> arrive(Channel by, long tag, List<Delivery> deliveries) {
        lock.lock();
        try {
            if (by != channel) return Optional.empty();
            var parcel = new Parcel(by, tag, deliveries.size());
            if (deliveries.isEmpty()) return Optional.of(parcel);
            for (var delivery : deliveries) arrived.add(new Arrival(delivery, parcel));
            changed.signalAll();
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /// @throws Unavailable when there was no channel all the time
    List<Delivery> take(int max, Duration wait) throws InterruptedException {
        lock.lock();
        try {
            long left = wait.toNanos();
            while (arrived.isEmpty() && left > 0) left = changed.awaitNanos(left);
            if (channel == null) throw new Unavailable("RabbitMQ: " + trouble.get(), null);
            var deliveries = new ArrayList<Delivery>(Math.min(max, arrived.size()));
            while (deliveries.size() < max && !arrived.isEmpty()) {
                var next = arrived.poll();
                taken.computeIfAbsent(next.delivery(), _ -> new ArrayList<>(1)).add(next.parcel());
                deliveries.add(next.delivery());
            }
            return deliveries;
        } finally {
            lock.unlock();
        }
    }

    /// Takes a delivery out of what is not done. Nothing when it is done already, is being done or
    /// was taken over a channel that is lost.
    List<Parcel> remove(Delivery delivery) {
        lock.lock();
        try {
            var parcels = taken.remove(delivery);
            return parcels == null ? List.of() : parcels;
        } finally {
            lock.unlock();
        }
    }

    /// Takes these out of what is not done, and all that has arrived and nobody has taken. Each
    /// with the messages that have it.
    Map<Delivery, List<Parcel>> removeWithArrived(List<Delivery> deliveries) {
        lock.lock();
        try {
            var removed = new LinkedHashMap<Delivery, List<Parcel>>();
            for (var delivery : deliveries) {
                var parcels = taken.remove(delivery);
                if (parcels != null) removed.put(delivery, new ArrayList<>(parcels));
            }
            for (var next = arrived.poll(); next != null; next = arrived.poll()) {
                removed.computeIfAbsent(next.delivery(), _ -> new ArrayList<>(1))
                        .add(next.parcel());
            }
            return removed;
        } finally {
            lock.unlock();
        }
    }

    /// Puts back what was removed and could not be done.
    void restore(Delivery delivery, List<Parcel> parcels) {
        lock.lock();
        try {
            for (var parcel : parcels) {
                if (parcel.channel != channel) continue;
                taken.computeIfAbsent(delivery, _ -> new ArrayList<>(1)).add(parcel);
            }
        } finally {
            lock.unlock();
        }
    }

    /// One claim of each of these is done; those of which nothing is left.
    List<Parcel> finish(List<Parcel> parcels) {
        lock.lock();
        try {
            var finished = new ArrayList<Parcel>();
            for (var parcel : parcels) if (--parcel.open == 0) finished.add(parcel);
            return finished;
        } finally {
            lock.unlock();
        }
    }
}
