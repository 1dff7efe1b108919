package dev.sluice.embedded;

import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimQueue.Delivery;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/// The claims that can be taken, in a line per offer. Offers take turns: each gets its share of a
/// batch, so that a claim of a quiet offer does not wait for the backlog of a hot one. An offer
/// that is alone gets all of it. [Backlog] brings the lock.
final class OfferLines {

    /// One offer's claims: what was given back, then retries by the times at which they were due,
    /// then what is new.
    private static final class Line {
        final OfferId offer;
        final TreeMap<Long, Delivery> back = new TreeMap<>();
        final ArrayDeque<Delivery> due = new ArrayDeque<>();
        final ArrayDeque<Delivery> fresh = new ArrayDeque<>();

        Line(OfferId offer) {
            this.offer = offer;
        }

        boolean isEmpty() {
            return back.isEmpty() && due.isEmpty() && fresh.isEmpty();
        }

        Delivery poll() {
            var first = back.pollFirstEntry();
            if (first != null) return first.getValue();
            return due.isEmpty() ? fresh.poll() : due.poll();
        }

        /// Whether it has not been taken, besides those that were given back.
        boolean has(Delivery delivery) {
            boolean isNew = !fresh.isEmpty() && fresh.peek().sequence() <= delivery.sequence();
            return delivery.attempt() == 1 && isNew || due.contains(delivery);
        }
    }

    // Only offers that have something; both have the same lines.
    private final Map<OfferId, Line> lines = new HashMap<>();
    private final ArrayDeque<Line> turns = new ArrayDeque<>();

    /// A new claim. They come in the order of their sequences.
    void add(Delivery delivery) {
        line(delivery).fresh.add(delivery);
    }

    /// A retry. They come in the order in which they are due.
    void addDue(Delivery delivery) {
        line(delivery).due.add(delivery);
    }

    /// A claim that was taken and given back.
    void addBack(Delivery delivery) {
        var line = line(delivery);
        if (!line.has(delivery)) line.back.put(delivery.sequence(), delivery);
    }

    /// Moves what is there into `taken`, up to `max` in it. What is not open any more is left out.
    void take(List<Delivery> taken, int max, Predicate<Delivery> isOpen) {
        while (taken.size() < max && !turns.isEmpty()) {
            int share = Math.max(1, (max - taken.size()) / turns.size());
            for (int left = turns.size(); left > 0 && taken.size() < max; left--) {
                var line = turns.poll();
                take(line, Math.min(share, max - taken.size()), taken, isOpen);
                if (line.isEmpty()) lines.remove(line.offer);
                else turns.add(line);
            }
        }
    }

    private static void take(
            Line line, int share, List<Delivery> taken, Predicate<Delivery> isOpen) {
        for (int left = share; left > 0; ) {
            var next = line.poll();
            if (next == null) return;
            if (!isOpen.test(next)) continue;
            taken.add(next);
            left--;
        }
    }

    private Line line(Delivery delivery) {
        var known = lines.get(delivery.claim().offer());
        if (known != null) return known;
        var line = new Line(delivery.claim().offer());
        lines.put(line.offer, line);
        turns.add(line);
        return line;
    }
}
