package dev.sluice.rehearsal.verdict;

import static dev.sluice.rehearsal.verdict.Breaches.text;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.evidence.Run.OfferSeen;
import dev.sluice.rehearsal.evidence.Run.OrderSeen;
import dev.sluice.rehearsal.evidence.Run.OrderStatus;
import dev.sluice.rehearsal.evidence.Run.Units;
import dev.sluice.rehearsal.verdict.Verdict.Finding;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/// Where the units went: not too many sold, not too few, not too many to one buyer, and the audit
/// says the same.
final class StockChecks {

    private static final int LATEST_MAX = 5;
    private static final String NO_END =
            " The run was interrupted before its end, so what remained was not judged.";

    private StockChecks() {}

    /// Units are counted three ways: in live orders, in what winners were told, and by the audit.
    /// The largest number counts.
    static Finding oversold(Sums sums) {
        var breaches = new Breaches();
        var evidence = new StringJoiner(" ");
        for (var offer : sums.offers()) {
            long ordered = sums.units(offer.offerId(), Sums.LIVE);
            long promised = sums.promisedUnits(offer.offerId());
            var book = offer.book();
            long audited = book == null ? 0 : book.unpaid() + book.paid();
            var counts =
                    text(
                            "%s: %,d units given%s; %,d in live orders, %,d promised to winners,"
                                    + " %,d sold by the audit.",
                            name(offer), offer.stock(), byHand(offer), ordered, promised, audited);
            evidence.add(counts);
            long most = Math.max(Math.max(ordered, promised), audited);
            if (most > offer.stock()) {
                breaches.add(
                        "%s %,d too many.%s", counts, most - offer.stock(), latest(sums, offer));
            }
        }
        return breaches.finding("Nothing was oversold", evidence.toString());
    }

    private static String byHand(OfferSeen offer) {
        return offer.added() == 0 ? "" : text(", %,d of them added by an operator", offer.added());
    }

    /// Ids sort by time, so the orders that should not be are probably among the last.
    private static String latest(Sums sums, OfferSeen offer) {
        var ids =
                sums.orders(offer.offerId(), Sums.LIVE).stream()
                        .map(OrderSeen::orderId)
                        .sorted(Comparator.reverseOrder())
                        .limit(LATEST_MAX)
                        .toList();
        return ids.isEmpty() ? "" : " The latest orders are " + String.join(", ", ids) + ".";
    }

    /// While there are buyers who get nothing, fewer units may be left than the least that anybody
    /// asked for. Units are left when the audit calls them free, and also when they are in no live
    /// order, whatever the audit calls them. Those that came back or were added too late to be sold
    /// are not held against anybody, and neither are free ones when nobody could buy in the end,
    /// since an operator had paused or closed the sale, or since answers took longer than it
    /// lasted.
    static Finding undersold(Sums sums) {
        var breaches = new Breaches();
        var evidence = new StringJoiner(" ");
        for (var offer : sums.run().offers()) {
            judgeStock(offer, breaches);
            long ordered = sums.units(offer.offerId(), Sums.LIVE);
            long returned = sums.units(offer.offerId(), Sums.RETURNED);
            long late = sums.lateUnits(offer.offerId());
            evidence.add(
                    text(
                            "%s: %,d of %,d units in live orders, after %,d came back from orders"
                                    + " that ended (%,d of them too late to be sold); %s turned"
                                    + " away at the end.",
                            name(offer),
                            ordered,
                            offer.stock(),
                            returned,
                            late,
                            people(offer.turnedAway())));
            if (offer.addedLate() > 0) {
                evidence.add(text("%,d were added too late to be sold.", offer.addedLate()));
            }
            if (offer.turnedAway() == 0 || sums.run().interrupted()) continue;
            long free = Math.max(free(offer.book()), free(offer.store()));
            boolean isExcused = sums.run().shut().isPresent() || sums.run().isTooShort();
            long left = left(offer, ordered, isExcused ? free : late + offer.addedLate());
            if (left >= sums.smallestWish(offer.offerId())) {
                breaches.add(
                        "%s: %s turned away while %,d units that could be sold were in no live"
                                + " order; %,d are free by the audit.",
                        name(offer), people(offer.turnedAway()), left, free);
            }
        }
        sums.run().shut().ifPresent(state -> evidence.add(shut(state)));
        if (sums.run().isTooShort()) evidence.add(tooShort(sums.run()));
        if (sums.run().interrupted()) evidence.add(NO_END.strip());
        return breaches.finding("Nothing was undersold", evidence.toString());
    }

    private static String shut(String state) {
        return text(
                "An operator had %s the sale before its end, so units that were left free were not"
                        + " judged.",
                state.toLowerCase(Locale.ROOT));
    }

    private static String tooShort(Run run) {
        return text(
                "Answers took so long that buying took up to %,.1f s, and the sale lasted %,.1f s,"
                        + " so units that were left free were not judged: let it last longer.",
                run.toBuy().toMillis() / 1e3, run.scenario().lasts().toMillis() / 1e3);
    }

    /// Only units that are free can have come back late: those that are neither free nor in a live
    /// order are stuck somewhere, and nothing excuses them.
    private static long left(OfferSeen offer, long ordered, long late) {
        long unordered = offer.stock() - ordered;
        long most = 0;
        for (var units : witnesses(offer)) {
            long free = Math.max(0, units.free());
            long stuck = Math.max(0, unordered - free);
            most = Math.max(most, stuck + Math.max(0, free - late));
        }
        return Math.max(most, unordered - late);
    }

    private static String people(int turnedAway) {
        return switch (turnedAway) {
            case 0 -> "nobody was";
            case 1 -> "1 buyer was";
            default -> text("%,d buyers were", turnedAway);
        };
    }

    /// What the rehearsal gave is in the ledger, and what is in the ledger is in the audit.
    private static void judgeStock(OfferSeen offer, Breaches breaches) {
        if (offer.stock() < offer.ordered()) {
            breaches.add(
                    "%s: %,d units were given to it, and its ledger knows of %,d.",
                    name(offer), offer.ordered(), offer.stock());
        }
        for (var units : witnesses(offer)) {
            if (units.stock() == offer.stock()) continue;
            breaches.add(
                    "%s: %,d units were given to it, and the audit knows of %,d.",
                    name(offer), offer.stock(), units.stock());
        }
    }

    private static long free(Units units) {
        return units == null ? 0 : units.free();
    }

    /// What the audit said; the fast store may no longer carry an offer whose sale is over.
    private static List<Units> witnesses(OfferSeen offer) {
        if (offer.book() == null) return List.of();
        if (offer.store() == null || offer.store().equals(offer.book())) {
            return List.of(offer.book());
        }
        return List.of(offer.book(), offer.store());
    }

    static Finding limits(Sums sums) {
        var breaches = new Breaches();
        long most = 0;
        long buyers = 0;
        var evidence = new StringJoiner(" ");
        for (var offer : sums.run().offers()) {
            var byBuyer =
                    sums.orders(offer.offerId(), Sums.LIVE).stream()
                            .collect(Collectors.groupingBy(OrderSeen::buyer));
            buyers += byBuyer.size();
            for (var entry : byBuyer.entrySet()) {
                long units = entry.getValue().stream().mapToLong(OrderSeen::quantity).sum();
                most = Math.max(most, units);
                if (units > offer.perBuyer()) {
                    breaches.add(
                            "Buyer %d has %,d units of %s, at most %d are allowed: orders %s.",
                            entry.getKey(),
                            units,
                            name(offer),
                            offer.perBuyer(),
                            ids(entry.getValue()));
                }
            }
            evidence.add(text("%s: at most %d to one buyer.", name(offer), offer.perBuyer()));
        }
        evidence.add(
                text("%,d buyers have live orders; the most units one has is %,d.", buyers, most));
        return breaches.finding("Limits held", evidence.toString());
    }

    private static String ids(List<OrderSeen> orders) {
        return orders.stream().map(OrderSeen::orderId).sorted().collect(Collectors.joining(", "));
    }

    /// Both witnesses add up and agree, nothing is held at rest, and the audit's sums are those of
    /// the orders that the buyers have.
    static Finding audits(Sums sums) {
        var breaches = new Breaches();
        var evidence = new StringJoiner(" ");
        boolean atRest = !sums.run().interrupted();
        for (var offer : sums.run().offers()) {
            if (offer.book() == null) {
                evidence.add(name(offer) + ": no audit was read.");
                if (atRest) breaches.add("%s was not audited.", name(offer));
                continue;
            }
            evidence.add(name(offer) + ": " + shown(offer.book()) + ".");
            judgeSums(offer, breaches);
            if (atRest) judgeRest(sums, offer, breaches);
        }
        if (!atRest) evidence.add(NO_END.strip());
        return breaches.finding("The audit balances", evidence.toString());
    }

    private static void judgeSums(OfferSeen offer, Breaches breaches) {
        for (var units : witnesses(offer)) {
            long sum = units.free() + units.held() + units.unpaid() + units.paid();
            if (sum == units.stock()) continue;
            breaches.add("%s does not add up: %s.", name(offer), shown(units));
        }
        if (!offer.balanced())
            breaches.add("%s: the server itself says that it does not balance.", name(offer));
    }

    private static void judgeRest(Sums sums, OfferSeen offer, Breaches breaches) {
        var book = offer.book();
        var store = offer.store();
        if (store != null && !agree(book, store)) {
            breaches.add(
                    "%s: the order book has %s, the fast store %s.",
                    name(offer), shown(book), shown(store));
        }
        long held = Math.max(book.held(), store == null ? 0 : store.held());
        if (held != 0) breaches.add("%s: %,d units are held at rest.", name(offer), held);
        long unpaid = sums.units(offer.offerId(), List.of(OrderStatus.UNPAID));
        long paid = sums.units(offer.offerId(), List.of(OrderStatus.PAID));
        if (unpaid == book.unpaid() && paid == book.paid()) return;
        breaches.add(
                "%s: the audit has %,d units unpaid and %,d paid, the buyers' orders %,d and %,d.",
                name(offer), book.unpaid(), book.paid(), unpaid, paid);
    }

    /// A fast store need not know which sold units are paid, nor a book which units are held.
    private static boolean agree(Units book, Units store) {
        return book.stock() == store.stock()
                && book.free() + book.held() == store.free() + store.held()
                && book.unpaid() + book.paid() == store.unpaid() + store.paid();
    }

    private static String shown(Units units) {
        return text(
                "stock %,d = free %,d + held %,d + unpaid %,d + paid %,d",
                units.stock(), units.free(), units.held(), units.unpaid(), units.paid());
    }

    private static String name(OfferSeen offer) {
        return offer.product() + " (" + offer.offerId() + ")";
    }
}
