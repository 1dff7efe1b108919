package dev.sluice.embedded;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.ClaimQueue.Parked;
import dev.sluice.sale.Claim;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// What is in the claim queue, in memory. A claim that is not acknowledged is in one of three
/// places: in the window behind the cursor, delayed, or parked. It is moved to the latter two only
/// after it stands there durably; so the cursor never passes a claim that a crash could lose. Of
/// those in the window, and of the delayed ones that are due, those that nobody has taken stand in
/// the lines of their offers.
///
/// Safe for many threads; one lock that is never kept while anything is written.
final class Backlog {

    private static final Comparator<Later> SOONEST_FIRST =
            Comparator.comparing(Later::due).thenComparing(later -> later.delivery().sequence());

    /// A claim's next attempt, when it is due, and when that was said.
    private record Later(Delivery delivery, Instant due, Instant since) {

        /// When the clock stands before the time at which the delay began, it was put back, and how
        /// much of the delay is over nobody knows: better too early than minutes too late.
        boolean isDue(Instant now) {
            return !due.isAfter(now) || since.isAfter(now);
        }
    }

    /// What an offer has in the queue.
    private static final class Queued {
        int claims;
        int units;
    }

    private final InstantSource clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final ClaimWindow window;
    private final OfferLines lines = new OfferLines();
    // By sequence; those that were taken included. The waiting ones are those not yet due.
    private final TreeMap<Long, Later> delayed = new TreeMap<>();
    private final TreeSet<Later> waiting = new TreeSet<>(SOONEST_FIRST);
    private final TreeMap<Long, Parked> parked = new TreeMap<>();
    // Acknowledged, and the log still has them as delayed.
    private final List<Long> finished = new ArrayList<>();
    private final Map<OfferId, Queued> queued = new HashMap<>();
    private long depth;
    private long savedCursor;

    Backlog(InstantSource clock, long cursor) {
        this.clock = clock;
        window = new ClaimWindow(cursor);
        savedCursor = cursor;
    }

    /// Claims that have just become durable, in the order of their sequences.
    void add(List<Delivery> deliveries) {
        lock.lock();
        try {
            for (var delivery : deliveries) {
                window.add(delivery);
                lines.add(delivery);
                count(delivery.claim());
            }
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Claims from the log, in the order of their sequences. What is delayed or parked was put
    /// there before and is passed over.
    void restore(List<Delivery> deliveries) {
        lock.lock();
        try {
            for (var delivery : deliveries) {
                long sequence = delivery.sequence();
                if (delayed.containsKey(sequence) || parked.containsKey(sequence)) {
                    window.skipTo(sequence + 1);
                } else {
                    window.add(delivery);
                    lines.add(delivery);
                    count(delivery.claim());
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /// How many more claims of these offers may come before there are `max`. Claims behind the
    /// cursor count until it has passed them, so that one that is never acknowledged cannot make
    /// the window grow for ever.
    Room room(int max, Collection<OfferId> offers) {
        lock.lock();
        try {
            long left = max - window.span() - delayed.size() - parked.size();
            return new Room(left, max, offers, this::claims);
        } finally {
            lock.unlock();
        }
    }

    List<Delivery> take(int max, Duration wait) throws InterruptedException {
        long left = wait.toNanos();
        lock.lockInterruptibly();
        try {
            while (true) {
                var taken = takeNow(max);
                if (!taken.isEmpty() || left <= 0) return taken;
                long step = Math.min(left, untilNextIsDue());
                left -= step - Math.max(0, arrived.awaitNanos(step));
            }
        } finally {
            lock.unlock();
        }
    }

    void acknowledge(List<Delivery> deliveries) {
        lock.lock();
        try {
            for (var delivery : deliveries) acknowledge(delivery.sequence());
        } finally {
            lock.unlock();
        }
    }

    /// They have been taken and can be taken again, as they are.
    void giveBack(List<Delivery> deliveries) {
        lock.lock();
        try {
            for (var delivery : deliveries) {
                if (isOpen(delivery) && !isWaiting(delivery)) lines.addBack(delivery);
            }
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Whether the claim waits to be acknowledged, delayed or parked.
    boolean isOpen(long sequence) {
        lock.lock();
        try {
            return window.has(sequence) || delayed.containsKey(sequence);
        } finally {
            lock.unlock();
        }
    }

    /// The claim stands durably in delayed.
    void delay(ClaimLog.Delayed next) {
        var delivery = next.delivery();
        lock.lock();
        try {
            leave(delivery.sequence());
            var later = new Later(delivery, next.due(), next.since());
            delayed.put(delivery.sequence(), later);
            waiting.add(later);
            count(delivery.claim());
            arrived.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// The claim stands durably in parked.
    void park(Parked claim) {
        lock.lock();
        try {
            leave(claim.sequence());
            parked.put(claim.sequence(), claim);
            count(claim.claim());
        } finally {
            lock.unlock();
        }
    }

    /// The claim is durably gone.
    void remove(long sequence) {
        lock.lock();
        try {
            leave(sequence);
        } finally {
            lock.unlock();
        }
    }

    List<Parked> parked(int max) {
        lock.lock();
        try {
            return parked.values().stream().limit(max).toList();
        } finally {
            lock.unlock();
        }
    }

    Optional<Parked> findParked(ClaimId claim) {
        lock.lock();
        try {
            return parked.values().stream().filter(p -> p.claim().id().equals(claim)).findFirst();
        } finally {
            lock.unlock();
        }
    }

    long depth() {
        lock.lock();
        try {
            return depth;
        } finally {
            lock.unlock();
        }
    }

    int units(OfferId offer) {
        lock.lock();
        try {
            var here = queued.get(offer);
            return here == null ? 0 : here.units;
        } finally {
            lock.unlock();
        }
    }

    long cursor() {
        lock.lock();
        try {
            return window.cursor();
        } finally {
            lock.unlock();
        }
    }

    /// All claims for the offer that are not acknowledged, in the order of their sequences.
    List<Delivery> claimsFor(OfferId offer) {
        var found = new ArrayList<Delivery>();
        lock.lock();
        try {
            window.forEach(found::add);
            delayed.values().forEach(later -> found.add(later.delivery()));
            parked.values().forEach(p -> found.add(new Delivery(p.claim(), p.sequence(), 1)));
        } finally {
            lock.unlock();
        }
        found.removeIf(delivery -> !delivery.claim().offer().equals(offer));
        found.sort(Comparator.comparingLong(Delivery::sequence));
        return found;
    }

    /// What the log may write down now.
    ClaimLog.Progress progress() {
        lock.lock();
        try {
            return new ClaimLog.Progress(window.cursor(), List.copyOf(finished));
        } finally {
            lock.unlock();
        }
    }

    /// Whether there is anything to write down.
    boolean hasProgress() {
        lock.lock();
        try {
            return window.cursor() != savedCursor || !finished.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /// The log has written this down.
    void saved(ClaimLog.Progress progress) {
        lock.lock();
        try {
            savedCursor = progress.cursor();
            if (!progress.finished().isEmpty())
                finished.subList(0, progress.finished().size()).clear();
        } finally {
            lock.unlock();
        }
    }

    private List<Delivery> takeNow(int max) {
        if (!waiting.isEmpty()) lineUpDue(clock.instant());
        var taken = new ArrayList<Delivery>();
        lines.take(taken, max, this::isOpen);
        return taken;
    }

    private void lineUpDue(Instant now) {
        while (!waiting.isEmpty() && waiting.first().isDue(now)) {
            lines.addDue(waiting.pollFirst().delivery());
        }
        // What was said before the clock was put back stands behind all that was said since.
        while (!waiting.isEmpty() && waiting.last().isDue(now)) {
            lines.addDue(waiting.pollLast().delivery());
        }
    }

    /// Whether this attempt of the claim is neither done nor followed by another.
    private boolean isOpen(Delivery delivery) {
        if (window.has(delivery.sequence())) return true;
        var later = delayed.get(delivery.sequence());
        return later != null && later.delivery().equals(delivery);
    }

    private boolean isWaiting(Delivery delivery) {
        var later = delayed.get(delivery.sequence());
        return later != null && waiting.contains(later);
    }

    private int claims(OfferId offer) {
        var here = queued.get(offer);
        return here == null ? 0 : here.claims;
    }

    private long untilNextIsDue() {
        if (waiting.isEmpty()) return Long.MAX_VALUE;
        var left = Duration.between(clock.instant(), waiting.first().due());
        // Beyond a day it does not matter, and nanoseconds might overflow.
        return left.toDays() > 0 ? Long.MAX_VALUE : left.toNanos();
    }

    private void acknowledge(long sequence) {
        if (window.has(sequence)) {
            leave(sequence);
        } else if (delayed.containsKey(sequence)) {
            leave(sequence);
            finished.add(sequence);
        }
    }

    /// Takes the claim out of the place where it is, if it is anywhere.
    private void leave(long sequence) {
        var claim = takeOut(sequence);
        if (claim == null) return;
        depth--;
        var here = queued.get(claim.offer());
        here.claims--;
        here.units -= claim.quantity();
        if (here.claims == 0) queued.remove(claim.offer());
    }

    private Claim takeOut(long sequence) {
        var delivery = window.remove(sequence);
        if (delivery != null) return delivery.claim();
        var later = delayed.remove(sequence);
        if (later != null) {
            waiting.remove(later);
            return later.delivery().claim();
        }
        var aside = parked.remove(sequence);
        return aside == null ? null : aside.claim();
    }

    private void count(Claim claim) {
        depth++;
        var here = queued.computeIfAbsent(claim.offer(), _ -> new Queued());
        here.claims++;
        here.units += claim.quantity();
    }
}
