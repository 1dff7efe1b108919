package dev.sluice.rehearsal.crowd;

import java.util.Optional;
import java.util.random.RandomGenerator;

/// What lies about to be stolen: passes, claims and orders that others have got. The latest are
/// kept. Belongs to the event loop's thread.
final class Loot {
    private static final int KEPT = 256;

    /// @param owner the buyer's number
    record Item(int owner, String offerId, String text) {}

    /// The latest things of one kind.
    static final class Heap {
        private final Item[] items = new Item[KEPT];
        private long added;

        void add(Buyer owner, String text) {
            var item = new Item(owner.number(), owner.offer().offerId(), text);
            items[(int) (added++ % KEPT)] = item;
        }

        /// Something that somebody else has.
        Optional<Item> take(Buyer thief) {
            int count = (int) Math.min(added, KEPT);
            if (count == 0) return Optional.empty();
            RandomGenerator random = thief.random();
            var item = items[random.nextInt(count)];
            return item.owner() == thief.number() ? Optional.empty() : Optional.of(item);
        }
    }

    private final Heap passes = new Heap();
    private final Heap claims = new Heap();
    private final Heap orders = new Heap();

    Heap passes() {
        return passes;
    }

    Heap claims() {
        return claims;
    }

    Heap orders() {
        return orders;
    }
}
