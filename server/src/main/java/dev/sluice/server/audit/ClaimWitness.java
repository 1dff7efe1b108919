package dev.sluice.server.audit;

import dev.sluice.embedded.ClaimLogReader.Place;
import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.sale.Hold;
import dev.sluice.sql.audit.LedgerReplay;
import dev.sluice.sql.book.SettledClaims.Fate;
import dev.sluice.sql.book.SettledClaims.Settled;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Compares the log of claims with what the book has settled, claim by claim. It is told everything
/// in the order that [AuditProof] explains, and then judges.
final class ClaimWitness {

    private static final int FINDINGS_MAX = 200;

    private static final class Trail {
        private final Hold hold;
        private final Place place;
        private int outcomes;

        Trail(Hold hold, Place place) {
            this.hold = hold;
            this.place = place;
        }
    }

    private record Share(OfferId offer, BuyerId buyer) {}

    private final Map<ClaimId, Trail> trails = new HashMap<>();
    private final Map<ClaimId, Settled> unlogged = new HashMap<>();
    private final Map<Share, Integer> shares = new HashMap<>();
    private final Map<OfferId, Long> held = new HashMap<>();
    private final Set<OfferId> wrong = new HashSet<>();
    private final List<String> findings = new ArrayList<>();
    private long settledOnly;

    /// A claim that the log has at first.
    void logged(Hold hold, Place place) {
        if (trails.put(hold.claim(), new Trail(hold, place)) != null) {
            report(hold.offer(), "claim %s is in the log twice".formatted(hold.claim()));
        }
    }

    /// A claim that the book has settled.
    void settled(Settled settled) {
        var hold = settled.hold();
        var trail = trails.get(hold.claim());
        if (trail == null) {
            if (unlogged.put(hold.claim(), settled) != null) reportTwice(hold);
        } else {
            if (++trail.outcomes == 2) reportTwice(hold);
            compare(trail.hold, settled);
        }
        if (settled.fate() == Fate.LIVE) {
            shares.merge(new Share(hold.offer(), hold.buyer()), hold.units(), Integer::sum);
        }
    }

    /// A claim that the log has at last, old or new.
    void loggedLater(Hold hold) {
        var settled = unlogged.remove(hold.claim());
        if (settled != null) compare(hold, settled);
    }

    /// There is no log: what the book has settled is all that is known.
    void believeTheBook() {
        settledOnly = unlogged.size();
        unlogged.clear();
    }

    void judge(Map<OfferId, Integer> limits, LedgerReplay.Result ledger) {
        unlogged.values()
                .forEach(settled ->
                        report(
                                settled.hold().offer(),
                                "claim %s is settled as %s and was never logged"
                                        .formatted(settled.hold().claim(), settled.fate())));
        trails.values().forEach(this::judge);
        shares.forEach((share, units) -> {
            int limit = limits.getOrDefault(share.offer, 0);
            if (units > limit) {
                report(
                        share.offer,
                        "buyer %s has %d units of offer %s, whose limit is %d"
                                .formatted(share.buyer, units, share.offer, limit));
            }
        });
        for (var offer : ledger.offers()) {
            long free = offer.available() - held.getOrDefault(offer.offer(), 0L);
            if (free < 0) {
                report(
                        offer.offer(),
                        "offer %s has %d free units: more are held than there are"
                                .formatted(offer.offer(), free));
            }
        }
    }

    AuditProof proof(LedgerReplay.Result ledger, int heads) {
        var all = new ArrayList<>(ledger.findings());
        all.addAll(findings);
        var lines =
                ledger.offers().stream()
                        .map(offer ->
                                new AuditProof.Line(
                                        offer,
                                        held.getOrDefault(offer.offer(), 0L),
                                        isProven(offer.offer(), ledger)))
                        .toList();
        return new AuditProof(trails.size() + settledOnly, ledger, heads, lines, List.copyOf(all));
    }

    /// What is wrong with the ledger as a whole leaves no offer proven.
    private boolean isProven(OfferId offer, LedgerReplay.Result ledger) {
        return ledger.clean() && !wrong.contains(offer);
    }

    /// A claim without an outcome must still be waiting for one.
    private void judge(Trail trail) {
        if (trail.outcomes > 0) return;
        var hold = trail.hold;
        if (trail.place == Place.ACKNOWLEDGED) {
            report(
                    hold.offer(),
                    "claim %s of %d units was acknowledged and has no outcome"
                            .formatted(hold.claim(), hold.units()));
        } else {
            held.merge(hold.offer(), (long) hold.units(), Long::sum);
        }
    }

    private void compare(Hold logged, Settled settled) {
        if (logged.equals(settled.hold())) return;
        report(
                logged.offer(),
                "claim %s is %s in the log and %s in the book"
                        .formatted(logged.claim(), shown(logged), shown(settled.hold())));
    }

    private static String shown(Hold hold) {
        return "%d units of offer %s for buyer %s"
                .formatted(hold.units(), hold.offer(), hold.buyer());
    }

    private void reportTwice(Hold hold) {
        report(hold.offer(), "claim %s has more than one outcome".formatted(hold.claim()));
    }

    private void report(OfferId offer, String finding) {
        wrong.add(offer);
        if (findings.size() < FINDINGS_MAX) findings.add(finding);
    }
}
