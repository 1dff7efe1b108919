package dev.sluice.rocketmq;

import dev.sluice.port.ClaimQueue.Delivery;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.rocketmq.common.message.MessageExt;

/// The messages that this node has taken and not finished, and the deliveries in them. A message
/// is finished with the last of its deliveries. The same delivery may stand in several messages,
/// since what was sent may be sent again; whoever finishes it finishes it in all of them.
///
/// A message whose lease ends before it is finished comes again as a whole, and after a crash of
/// the broker even a finished one may. When it comes to this node, what was finished before is left
/// out.
///
/// Guarded by its own monitor.
final class Parcels {

    /// A message whose deliveries have been taken.
    private record Parcel(MessageExt message, Instant until, Set<Delivery> open) {}

    private static final int REMEMBERED_MAX = 10_000;
    private static final Set<Delivery> ALL = Set.of();

    private final Map<Delivery, List<Parcel>> parcelsOf = new HashMap<>();
    // By the id of the message, its deliveries that are finished, or ALL. The oldest is forgotten
    // when there are too many.
    private final LinkedHashMap<String, Set<Delivery>> finishedOf = new LinkedHashMap<>();
    // In the order in which their leases end.
    private final ArrayDeque<Parcel> taken = new ArrayDeque<>();

    /// The deliveries of the message that are not finished yet.
    ///
    /// @param until the end of the message's lease
    synchronized Set<Delivery> add(MessageExt message, List<Delivery> deliveries, Instant until) {
        var finished = finishedOf.get(message.getMsgId());
        if (finished == ALL) return Set.of();
        var open = new HashSet<>(deliveries);
        if (finished != null) open.removeAll(finished);
        var parcel = new Parcel(message, until, open);
        for (var delivery : open) {
            parcelsOf.computeIfAbsent(delivery, _ -> new ArrayList<>(1)).add(parcel);
        }
        taken.add(parcel);
        return Set.copyOf(open);
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
                remember(parcel, delivery);
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

    private void remember(Parcel parcel, Delivery finished) {
        var id = parcel.message.getMsgId();
        if (finishedOf.get(id) == ALL) return;
        if (parcel.open.isEmpty()) finishedOf.put(id, ALL);
        else finishedOf.computeIfAbsent(id, _ -> new HashSet<>()).add(finished);
        if (finishedOf.size() > REMEMBERED_MAX) finishedOf.pollFirstEntry();
    }

    private static boolean isOver(Parcel parcel, Instant now) {
        return parcel.open.isEmpty() || !now.isBefore(parcel.until);
    }
}
