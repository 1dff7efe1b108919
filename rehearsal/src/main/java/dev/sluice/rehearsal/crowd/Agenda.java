package dev.sluice.rehearsal.crowd;

import java.util.PriorityQueue;
import java.util.function.LongConsumer;

/// What is to happen when: one queue in the order of the moments, looked at once in a tick, in
/// place of a timer for each of tens of thousands of buyers. Belongs to the event loop's thread.
final class Agenda {
    private static final int INITIAL = 1 << 16;

    /// @param number in the order of entry, so that what is due at one moment keeps its order
    private record Item(long nanos, long number, LongConsumer action) implements Comparable<Item> {
        @Override
        public int compareTo(Item other) {
            int byMoment = Long.compare(nanos - other.nanos, 0);
            return byMoment != 0 ? byMoment : Long.compare(number, other.number);
        }
    }

    private final PriorityQueue<Item> items = new PriorityQueue<>(INITIAL);
    private long entered;

    /// @param action gets the moment it was entered for, however late it is run
    void at(long nanos, LongConsumer action) {
        items.add(new Item(nanos, entered++, action));
    }

    /// Runs what is due, at most so much, and returns whether more is due.
    boolean runDue(long now, int max) {
        for (int i = 0; i < max; i++) {
            var first = items.peek();
            if (first == null || first.nanos - now > 0) return false;
            items.poll();
            first.action.accept(first.nanos);
        }
        var first = items.peek();
        return first != null && first.nanos - now <= 0;
    }

    int size() {
        return items.size();
    }

    void clear() {
        items.clear();
    }
}
