package dev.sluice.embedded;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimQueue;
import dev.sluice.sale.Claim;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// The claim queue of one process. Claims come in from [EmbeddedHoldStore] once they are durable
/// and are taken from memory; the file is read only at the start.
///
/// An acknowledgement costs no write of its own: it is written down with the next claims that are
/// held, or by [#checkpoint], which is called about once a second. What a crash loses of it is
/// delivered once more. Retrying, parking and what a person does are durable when they return, and
/// the memory follows the file: when a write fails the claim stays where it was.
public final class EmbeddedClaimQueue implements ClaimQueue {

    private static final int PAGE = 4_096;
    private static final int CAUSE_MAX = 1_000;

    private final ClaimLog log;
    private final Backlog backlog;
    private final InstantSource clock;

    EmbeddedClaimQueue(ClaimLog log, InstantSource clock) {
        this.log = log;
        this.clock = clock;
        backlog = restore(log, clock);
    }

    @Override
    public List<Delivery> take(int max, Duration wait) throws InterruptedException {
        return backlog.take(max, wait);
    }

    @Override
    public void acknowledge(List<Delivery> deliveries) {
        backlog.acknowledge(deliveries);
    }

    @Override
    public void giveBack(List<Delivery> deliveries) {
        backlog.giveBack(deliveries);
    }

    @Override
    public void retry(Delivery delivery, Instant due, String cause) {
        var next = new Delivery(delivery.claim(), delivery.sequence(), delivery.attempt() + 1);
        log.exclusively(() -> {
            if (backlog.isOpen(next.sequence())) delay(next, due, cause);
            return null;
        });
    }

    @Override
    public void park(Delivery delivery, String cause) {
        var parked =
                new Parked(
                        delivery.claim(),
                        delivery.sequence(),
                        delivery.attempt(),
                        shortened(cause),
                        clock.instant());
        log.exclusively(() -> {
            if (backlog.isOpen(parked.sequence())) {
                log.park(parked);
                backlog.park(parked);
            }
            return null;
        });
    }

    @Override
    public List<Parked> parked(int max) {
        return backlog.parked(max);
    }

    @Override
    public Optional<Parked> findParked(ClaimId claim) {
        return backlog.findParked(claim);
    }

    @Override
    public boolean unpark(ClaimId claim) {
        return log.exclusively(() -> {
            var parked = backlog.findParked(claim);
            parked.ifPresent(p -> {
                var first = new Delivery(p.claim(), p.sequence(), 1);
                delay(first, clock.instant(), p.cause());
            });
            return parked.isPresent();
        });
    }

    @Override
    public boolean removeParked(ClaimId claim) {
        return log.exclusively(() -> {
            var parked = backlog.findParked(claim);
            parked.ifPresent(p -> {
                log.removeParked(p.sequence());
                backlog.remove(p.sequence());
            });
            return parked.isPresent();
        });
    }

    @Override
    public long depth() {
        return backlog.depth();
    }

    @Override
    public int queuedUnits(OfferId offer) {
        return backlog.units(offer);
    }

    @Override
    public List<Claim> findQueued(OfferId offer) {
        return backlog.claimsFor(offer).stream().map(Delivery::claim).toList();
    }

    @Override
    public long settledUpTo() {
        return backlog.cursor();
    }

    /// Writes down what was acknowledged, if anything was.
    void checkpoint() {
        log.exclusively(() -> {
            if (backlog.hasProgress()) {
                var progress = backlog.progress();
                log.save(progress);
                backlog.saved(progress);
            }
            return null;
        });
    }

    /// Where the hold store puts what it holds.
    Backlog backlog() {
        return backlog;
    }

    private void delay(Delivery next, Instant due, String cause) {
        var delayed = new ClaimLog.Delayed(next, due, clock.instant(), shortened(cause));
        log.delay(delayed);
        backlog.delay(delayed);
    }

    /// Everything that the file does not know to be acknowledged is delivered anew.
    private static Backlog restore(ClaimLog log, InstantSource clock) {
        long cursor = log.cursor();
        var backlog = new Backlog(clock, cursor);
        for (var delayed : log.findDelayed()) backlog.delay(delayed);
        for (var parked : log.findParked()) backlog.park(parked);
        for (long after = cursor; ; ) {
            var page = log.findClaims(after, PAGE);
            if (page.isEmpty()) return backlog;
            backlog.restore(page);
            after = page.getLast().sequence();
        }
    }

    private static String shortened(String cause) {
        return cause.length() <= CAUSE_MAX ? cause : cause.substring(0, CAUSE_MAX);
    }
}
