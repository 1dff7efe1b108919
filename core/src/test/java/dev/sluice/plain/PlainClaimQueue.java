package dev.sluice.plain;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimQueue;
import dev.sluice.sale.Claim;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// One line per claim that is queued, delayed or parked, of which offers are served in turn. Lines
/// survive a crash; what was taken does not, nor does the last acknowledgement, so claims are then
/// delivered again.
public class PlainClaimQueue implements ClaimQueue {

    private static final class Line {
        final Claim claim;
        final long sequence;
        int attempt = 1;
        Instant due = Instant.MIN;
        Instant delayedAt = Instant.MIN;
        boolean taken;
        Optional<Parked> parked = Optional.empty();

        Line(Claim claim, long sequence) {
            this.claim = claim;
            this.sequence = sequence;
        }

        boolean canBeTaken(Instant now) {
            return !taken && parked.isEmpty() && isDue(now);
        }

        /// A clock that shows less than when the delay began was put back: it is not waited for.
        boolean isDue(Instant now) {
            return !due.isAfter(now) || delayedAt.isAfter(now);
        }

        OfferId offer() {
            return claim.offer();
        }

        Delivery delivery() {
            return new Delivery(claim, sequence, attempt);
        }
    }

    private final InstantSource clock;
    private final Map<ClaimId, Line> lines = new HashMap<>();
    private final List<Line> acknowledgedLast = new ArrayList<>();
    private long sequenceLast;

    public PlainClaimQueue(InstantSource clock) {
        this.clock = clock;
    }

    /// The hold store puts a claim in; answers its sequence.
    public synchronized long put(Claim claim) {
        var line = new Line(claim, ++sequenceLast);
        lines.put(claim.id(), line);
        notifyAll();
        return line.sequence;
    }

    /// The claims in the queue in order, parked ones included.
    public synchronized List<Delivery> all() {
        return inOrder().map(Line::delivery).toList();
    }

    public synchronized boolean contains(ClaimId claim) {
        return lines.containsKey(claim);
    }

    private Stream<Line> inOrder() {
        return lines.values().stream().sorted(Comparator.comparingLong(line -> line.sequence));
    }

    public synchronized void crash() {
        for (var line : acknowledgedLast) lines.put(line.claim.id(), line);
        restart();
    }

    /// Ends in good order and starts anew: only what was taken is forgotten.
    public synchronized void restart() {
        acknowledgedLast.clear();
        for (var line : lines.values()) line.taken = false;
    }

    @Override
    public synchronized List<Delivery> take(int max, Duration wait) throws InterruptedException {
        if (inTurn(max).isEmpty() && wait.isPositive()) wait(wait.toMillis());
        var next = inTurn(max);
        for (var line : next) line.taken = true;
        return next.stream().map(Line::delivery).toList();
    }

    /// The next claims: of each offer the first, then of each the second, and so on. What is new
    /// comes in its order, and then what is tried again, by its times.
    private List<Line> inTurn(int max) {
        var now = clock.instant();
        var waiting = new LinkedHashMap<OfferId, Deque<Line>>();
        inOrder()
                .filter(line -> line.canBeTaken(now))
                .sorted(Comparator.comparing(line -> line.due))
                .forEach(line ->
                        waiting.computeIfAbsent(line.offer(), _ -> new ArrayDeque<>()).add(line));
        var next = new ArrayList<Line>();
        while (!waiting.isEmpty() && next.size() < max) {
            for (var ofOffer : waiting.values()) if (next.size() < max) next.add(ofOffer.poll());
            waiting.values().removeIf(Deque::isEmpty);
        }
        return next;
    }

    @Override
    public synchronized void acknowledge(List<Delivery> deliveries) {
        acknowledgedLast.clear();
        for (var delivery : deliveries) {
            var line = lines.get(delivery.claim().id());
            if (line == null || line.parked.isPresent()) continue;
            lines.remove(delivery.claim().id());
            acknowledgedLast.add(line);
        }
    }

    @Override
    public synchronized void giveBack(List<Delivery> deliveries) {
        for (var delivery : deliveries) {
            var line = lines.get(delivery.claim().id());
            if (line != null && line.attempt == delivery.attempt()) line.taken = false;
        }
        notifyAll();
    }

    @Override
    public synchronized void retry(Delivery delivery, Instant due, String cause) {
        var line = lines.get(delivery.claim().id());
        if (line == null || line.parked.isPresent()) return;
        if (line.attempt != delivery.attempt()) return;
        line.attempt = delivery.attempt() + 1;
        line.due = due;
        line.delayedAt = clock.instant();
        line.taken = false;
        notifyAll();
    }

    @Override
    public synchronized void park(Delivery delivery, String cause) {
        var line = lines.get(delivery.claim().id());
        if (line == null || line.parked.isPresent()) return;
        line.taken = false;
        line.parked =
                Optional.of(
                        new Parked(
                                line.claim, line.sequence, line.attempt, cause, clock.instant()));
    }

    @Override
    public synchronized List<Parked> parked(int max) {
        return inOrder().flatMap(line -> line.parked.stream()).limit(max).toList();
    }

    @Override
    public synchronized Optional<Parked> findParked(ClaimId claim) {
        return Optional.ofNullable(lines.get(claim)).flatMap(line -> line.parked);
    }

    @Override
    public synchronized boolean unpark(ClaimId claim) {
        if (findParked(claim).isEmpty()) return false;
        var line = lines.get(claim);
        line.parked = Optional.empty();
        line.attempt = 1;
        line.due = Instant.MIN;
        notifyAll();
        return true;
    }

    @Override
    public synchronized boolean removeParked(ClaimId claim) {
        if (findParked(claim).isEmpty()) return false;
        lines.remove(claim);
        return true;
    }

    @Override
    public synchronized long depth() {
        return lines.size();
    }

    @Override
    public synchronized int queuedUnits(OfferId offer) {
        return lines.values().stream()
                .filter(line -> line.offer().equals(offer))
                .mapToInt(line -> line.claim.quantity())
                .sum();
    }

    @Override
    public synchronized List<Claim> findQueued(OfferId offer) {
        return inOrder()
                .map(line -> line.claim)
                .filter(claim -> claim.offer().equals(offer))
                .toList();
    }

    @Override
    public synchronized long settledUpTo() {
        return lines.values().stream()
                .filter(line -> line.attempt == 1 && line.parked.isEmpty())
                .mapToLong(line -> line.sequence - 1)
                .min()
                .orElse(sequenceLast);
    }
}
