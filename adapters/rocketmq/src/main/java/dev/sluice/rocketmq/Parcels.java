package dev.sluice.rocketmq;

import dev.sluice.port.ClaimQueue.Delivery;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.rocketmq.common.message.MessageExt;

/// The messages that this node has taken and not finished, and the deliveries in them. A message
/// is finished with the last of its deliveries. The same delivery may stand in several messages,
/// since what was sent may be sent again; whoever finishes it finishes it in all of them.
///
/// Guarded by its own monitor.
final class Parcels {

    /// A message whose deliveries have been taken.
    private record Parcel(MessageExt message, Instant until, Set<Delivery> open) {}

    private final Map<Delivery, List<Parcel>> parcelsOf = new HashMap<>();
    // In the order in which their leases end.
    private final ArrayDeque<Parcel> taken = new ArrayDeque<>();

    /// @param until the end of the message's lease
    synchronized void add(MessageExt message, List<Delivery> deliveries, Instant until) {
        var parcel = new Parcel(message, until, new HashSet<>(deliveries));
        for (var delivery : parcel.open) {
            parcelsOf.computeIfAbsent(delivery, _ -> new ArrayList<>(1)).add(parcel);
        }
        taken.add(parcel);
    }

    synchronized boolean has(Delivery delivery) {
        return parcelsOf.containsKey(delivery);
    }

    /// The messages that are finished with these deliveries.
    synchronized List<MessageExt> finish(Collection<Delivery> deliveries) {
        var finished = new ArrayList<MessageExt>();
        for (var delivery : deliveries) {
            for (var parcel : parcelsOf.getOrDefault(delivery, List.of())) {
                parcel.open.remove(delivery);
                if (parcel.open.isEmpty()) finished.add(parcel.message);
            }
            parcelsOf.remove(delivery);
        }
        return finished;
    }

    /// Forgets what has finished, and what others may have taken by now.
    synchronized void forget(Instant now) {
        while (!taken.isEmpty() && isOver(taken.peek(), now)) {
            var parcel = taken.poll();
            for (var delivery : parcel.open) {
                var parcels = parcelsOf.get(delivery);
                parcels.remove(parcel);
                if (parcels.isEmpty()) parcelsOf.remove(delivery);
            }
        }
    }

    /// Forgets everything; these messages were not finished.
    synchronized List<MessageExt> clear() {
        var left = new ArrayList<MessageExt>();
        for (var parcel : taken) {
            if (!parcel.open.isEmpty()) left.add(parcel.message);
        }
        taken.clear();
        parcelsOf.clear();
        return left;
    }

    private static boolean isOver(Parcel parcel, Instant now) {
        return parcel.open.isEmpty() || !now.isBefore(parcel.until);
    }
}
