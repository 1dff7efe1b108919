package dev.sluice.plain;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimQueue;
import dev.sluice.sale.Claim;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One line per claim that is queued, delayed or parked. Lines survive a crash; what was taken does
/// not, nor does the last acknowledgement, so claims are then delivered again.
public class PlainClaimQueue implements ClaimQueue {

    private static final class Line {
        final Claim claim;
        final long sequence;
        int attempt = 1;
        Instant due = Instant.MIN;
        boolean taken;
        Optional<Parked> parked = Optional.empty();

        Line(Claim claim, long sequence) {
            this.claim = claim;
            this.sequence = sequence;
        }

        boolean canBeTaken(Instant now) {
            return !taken && parked.isEmpty() && !due.isAfter(now);
        }
    }

    private final InstantSource clock;
    private final Map<ClaimId, Line> lines = new LinkedHashMap<>();
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
        return lines.values().stream()
                .map(line -> new Delivery(line.claim, line.sequence, line.attempt))
                .toList();
    }

    public synchronized boolean contains(ClaimId claim) {
        return lines.containsKey(claim);
    }

    public synchronized void crash() {
        for (var line : acknowledgedLast) lines.put(line.claim.id(), line);
        acknowledgedLast.clear();
        for (var line : lines.values()) line.taken = false;
    }

    @Override
    public synchronized List<Delivery> take(int max, Duration wait) throws InterruptedException {
        if (lines.values().stream().noneMatch(line -> line.canBeTaken(clock.instant()))
                && wait.isPositive()) {
            wait(wait.toMillis());
        }
        var taken = new ArrayList<Delivery>();
        for (var line : lines.values()) {
            if (taken.size() == max) break;
            if (!line.canBeTaken(clock.instant())) continue;
            line.taken = true;
            taken.add(new Delivery(line.claim, line.sequence, line.attempt));
        }
        return taken;
    }

    @Override
    public synchronized void acknowledge(List<Delivery> deliveries) {
        acknowledgedLast.clear();
        for (var delivery : deliveries) {
            var line = lines.remove(delivery.claim().id());
            if (line != null) acknowledgedLast.add(line);
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
        if (line == null || line.attempt != delivery.attempt()) return;
        line.attempt = delivery.attempt() + 1;
        line.due = due;
        line.taken = false;
    }

    @Override
    public synchronized void park(Delivery delivery, String cause) {
        var line = lines.get(delivery.claim().id());
        if (line == null) return;
        line.taken = false;
        line.parked =
                Optional.of(
                        new Parked(
                                line.claim, line.sequence, line.attempt, cause, clock.instant()));
    }

    @Override
    public synchronized List<Parked> parked(int max) {
        return lines.values().stream().flatMap(line -> line.parked.stream()).limit(max).toList();
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
                .filter(line -> line.claim.offer().equals(offer))
                .mapToInt(line -> line.claim.quantity())
                .sum();
    }

    @Override
    public synchronized List<Claim> findQueued(OfferId offer) {
        return lines.values().stream()
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
