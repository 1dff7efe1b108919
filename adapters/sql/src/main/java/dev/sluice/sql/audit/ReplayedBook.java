package dev.sluice.sql.audit;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.sale.Movement;
import dev.sluice.sql.book.Ledger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/// The book as the ledger alone tells it. It spells out the steps of an order itself instead of
/// asking `OrderStatus`, and counts units itself, so that one mistake cannot hide on both sides.
final class ReplayedBook {

    record Counts(long stock, long unpaid, long paid) {}

    /// A row of `orders`.
    record OrderRow(
            OrderId order,
            OfferId offer,
            long units,
            int status,
            Optional<Long> paidAt,
            Optional<String> lateMoney) {}

    /// An order and the last movement that named it.
    private static final class Trail {
        private final OfferId offer;
        private final int units;
        private String last = "SETTLED";
        private Optional<Long> paidAt = Optional.empty();
        private boolean met;
        private int payments;

        Trail(OfferId offer, int units) {
            this.offer = offer;
            this.units = units;
        }
    }

    private record LostClaim(OfferId offer, int units) {}

    private static final class OfferTrail {
        private long stock;
        private long unpaid;
        private long paid;
        private long orders;
        private long lost;
        private boolean stocked;
        private boolean met;
    }

    private final Consumer<String> findings;
    private final Map<OrderId, Trail> orders = new HashMap<>();
    private final Map<ClaimId, LostClaim> lostClaims = new HashMap<>();
    private final Map<OfferId, OfferTrail> offers = new TreeMap<>();

    ReplayedBook(Consumer<String> findings) {
        this.findings = findings;
    }

    void apply(Ledger.Row row) {
        var offer = offers.computeIfAbsent(row.offer(), id -> new OfferTrail());
        var lines = parse(row);
        long sum = 0;
        for (var line : lines) sum += line.units();
        boolean bare =
                switch (row.why()) {
                    case "STOCKED", "RESTOCKED", "CORRECTED" -> true;
                    default -> false;
                };
        if (bare ? !lines.isEmpty() : sum != row.units()) {
            report(row, "has units %d and lines of %d".formatted(row.units(), sum));
        }
        if (row.units() < 1) report(row, "moves %d units".formatted(row.units()));
        move(row, offer);
        for (var line : lines) apply(row, line);
        if (offer.unpaid < 0 || offer.paid < 0 || offer.unpaid + offer.paid > offer.stock) {
            report(
                    row,
                    "leaves stock %d, unpaid %d, paid %d"
                            .formatted(offer.stock, offer.unpaid, offer.paid));
        }
    }

    /// Compares a row of `orders`.
    void compareOrder(OrderRow row) {
        var order = row.order;
        var trail = orders.get(order);
        if (trail == null) {
            findings.accept("order %d is not in the ledger".formatted(order.value()));
            return;
        }
        trail.met = true;
        if (!trail.offer.equals(row.offer) || trail.units != row.units) {
            findings.accept(
                    "order %d has %d units of offer %d, in the ledger %d of %d"
                            .formatted(
                                    order.value(),
                                    row.units,
                                    row.offer.value(),
                                    trail.units,
                                    trail.offer.value()));
        }
        boolean agrees =
                switch (trail.last) {
                    case "SETTLED" -> row.status == 0;
                    case "PAID", "REVIVED" -> row.status == 1;
                    case "CANCELLED" -> row.status == 2 || row.status == 4;
                    case "EXPIRED" -> row.status == 3 || row.status == 4;
                    default -> false;
                };
        if (!agrees) {
            findings.accept(
                    "order %d has status %d, in the ledger it was last %s"
                            .formatted(order.value(), row.status, trail.last));
        }
        compareMoney(row, trail);
    }

    private void compareMoney(OrderRow row, Trail trail) {
        if (!trail.paidAt.equals(row.paidAt)) {
            findings.accept(
                    "order %d was paid at %s, in the ledger at %s"
                            .formatted(row.order.value(), row.paidAt, trail.paidAt));
        }
        Optional<String> lateMoney =
                trail.last.equals("REVIVED")
                        ? Optional.of("REVIVED")
                        : row.status == 4 ? Optional.of("REFUNDED") : Optional.empty();
        if (!lateMoney.equals(row.lateMoney)) {
            findings.accept(
                    "order %d has late money %s and should have %s"
                            .formatted(row.order.value(), row.lateMoney, lateMoney));
        }
    }

    /// Compares a row of `payments`; those that did not pay anything are nobody's order.
    void comparePayment(long payment, OrderId order, String status) {
        var trail = orders.get(order);
        if (trail == null) {
            findings.accept(
                    "payment %d is for order %d, which is not in the ledger"
                            .formatted(payment, order.value()));
        } else if (status.equals("PAID") && ++trail.payments == 2) {
            findings.accept("order %d was paid more than once".formatted(order.value()));
        }
    }

    /// Compares a row of `lost_claims`.
    void compareLost(ClaimId claim, OfferId offer, long units) {
        var lost = lostClaims.remove(claim);
        if (lost == null || !lost.offer.equals(offer) || lost.units != units) {
            findings.accept("lost claim %d: the ledger has %s".formatted(claim.value(), lost));
        }
    }

    /// Compares a row of `offers`.
    void compareOffer(OfferId id, Counts counts, boolean stocked) {
        var offer = offers.computeIfAbsent(id, o -> new OfferTrail());
        offer.met = true;
        if (offer.stocked != stocked) {
            findings.accept(
                    "offer %d: stocked %b, ledger %b"
                            .formatted(id.value(), stocked, offer.stocked));
        }
        // A draft's stock is a plan that the ledger does not know yet.
        long stock = stocked ? offer.stock : counts.stock;
        var replayed = new Counts(stock, offer.unpaid, offer.paid);
        if (!replayed.equals(counts)) {
            findings.accept(
                    "offer %d has %s, the ledger %s".formatted(id.value(), counts, replayed));
        }
    }

    /// To be called last: what the ledger knows and the tables do not.
    void reportMissing() {
        orders.forEach((id, trail) -> {
            if (!trail.met) findings.accept("order %d is missing".formatted(id.value()));
            if (trail.paidAt.isPresent() != trail.payments > 0) {
                findings.accept(
                        "order %d was last %s and has %d payments that are PAID"
                                .formatted(id.value(), trail.last, trail.payments));
            }
        });
        lostClaims
                .keySet()
                .forEach(id -> findings.accept("lost claim %d is missing".formatted(id.value())));
        offers.forEach((id, offer) -> {
            boolean moved = offer.stocked || offer.orders > 0;
            if (!offer.met && moved) findings.accept("offer %d is missing".formatted(id.value()));
        });
    }

    List<LedgerReplay.OfferResult> results() {
        return offers.entrySet().stream()
                .filter(entry -> entry.getValue().met)
                .map(entry -> result(entry.getKey(), entry.getValue()))
                .toList();
    }

    private static LedgerReplay.OfferResult result(OfferId id, OfferTrail offer) {
        return new LedgerReplay.OfferResult(
                id, offer.stock, offer.unpaid, offer.paid, offer.orders, offer.lost);
    }

    /// Moves the units of the whole movement.
    private void move(Ledger.Row row, OfferTrail offer) {
        long units = row.units();
        switch (row.why()) {
            case "STOCKED" -> {
                if (offer.stocked) report(row, "stocks the offer again");
                offer.stocked = true;
                offer.stock += units;
            }
            case "RESTOCKED" -> offer.stock += units;
            case "SETTLED" -> offer.unpaid += units;
            case "PAID" -> {
                offer.unpaid -= units;
                offer.paid += units;
            }
            case "CANCELLED", "EXPIRED" -> offer.unpaid -= units;
            case "REVIVED" -> offer.paid += units;
            case "LOST" -> offer.lost += units;
            case "CORRECTED" -> {
                // From held to free: the book counts both as available.
            }
            default -> report(row, "has an unknown reason " + row.why());
        }
    }

    /// Moves one order, or notes one lost claim.
    private void apply(Ledger.Row row, Movement.Line line) {
        var order = line.order();
        switch (row.why()) {
            case "SETTLED" -> {
                offers.get(row.offer()).orders++;
                if (orders.putIfAbsent(order, new Trail(row.offer(), line.units())) != null) {
                    report(row, "settles order %d again".formatted(order.value()));
                }
            }
            case "LOST" -> {
                if (lostClaims.put(
                                new ClaimId(order.value()),
                                new LostClaim(row.offer(), line.units()))
                        != null) {
                    report(row, "loses claim %d again".formatted(order.value()));
                }
            }
            case "PAID", "CANCELLED", "EXPIRED" -> step(row, line, List.of("SETTLED"));
            case "REVIVED" -> step(row, line, List.of("CANCELLED", "EXPIRED"));
            default -> report(row, "names order %d".formatted(order.value()));
        }
    }

    private void step(Ledger.Row row, Movement.Line line, List<String> from) {
        long id = line.order().value();
        var trail = orders.get(line.order());
        if (trail == null) {
            report(row, "moves order %d, which was never settled".formatted(id));
            return;
        }
        if (!trail.offer.equals(row.offer()) || trail.units != line.units()) {
            report(row, "moves other units of order %d than were settled".formatted(id));
        }
        if (!from.contains(trail.last)) {
            report(row, "moves order %d, which was %s".formatted(id, trail.last));
        }
        trail.last = row.why();
        if (List.of("PAID", "REVIVED").contains(row.why())) trail.paidAt = Optional.of(row.at());
    }

    private List<Movement.Line> parse(Ledger.Row row) {
        try {
            return Ledger.lines(row.lines());
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            report(row, "has lines that cannot be read");
            return List.of();
        }
    }

    private void report(Ledger.Row row, String finding) {
        findings.accept("movement %d %s".formatted(row.sequence(), finding));
    }
}
