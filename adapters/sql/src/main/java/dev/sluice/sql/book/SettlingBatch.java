package dev.sluice.sql.book;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Movement.Why;
import dev.sluice.sale.Outcome;
import dev.sluice.sql.base.Ids;
import dev.sluice.sql.base.Link;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One batch of claims on its way into the book, inside one transaction of the writer.
///
/// First the rows of the offers say how many units there are, then it is asked which claims are
/// settled already, then each claim in turn wins or loses; the rows, the counts and the ledger are
/// written at the end, each in as few statements as possible.
final class SettlingBatch {

    private static final String FIND_WON =
            """
            select claim_id, order_id
              from json_each(?) as asked cross join orders on claim_id = asked.value
            """;

    private static final String FIND_LOST =
            """
            select claim_id, reason
              from json_each(?) as asked cross join lost_claims on claim_id = asked.value
            """;

    private static final String FIND_ANY_LOST =
            "select 1 from lost_claims where claim_id between ? and ? limit 1";

    private static final Comparator<NewOrder> BY_CLAIM =
            Comparator.comparingLong(order -> order.claim().id().value());

    /// What buyers have of the offers already, the claims that won before in this batch included.
    interface Shares {

        /// Called once for each offer, before its first claim.
        void open(Link link, OfferId offer) throws SQLException;

        int units(Claim claim);

        void add(Claim claim);
    }

    private record LostClaim(Claim claim, Outcome.Reason reason) {}

    /// The part of one offer.
    private static final class Lot {
        private final OfferId offer;
        private final List<NewOrder> won = new ArrayList<>();
        private final List<LostClaim> lost = new ArrayList<>();
        private final Instant at;
        private final int perBuyer;
        private long room;

        Lot(OfferId offer, OfferUnits.Counts counts, Instant at) {
            this.offer = offer;
            this.room = (long) counts.stock() - counts.unpaid() - counts.paid();
            this.perBuyer = counts.perBuyer();
            this.at = at;
        }
    }

    private final Link link;
    private final List<NewOrder> batch;
    private final Map<OfferId, Lot> lots = new LinkedHashMap<>();
    private final Map<ClaimId, Outcome> settled = new HashMap<>();
    private final List<NewOrder> won = new ArrayList<>();
    private Optional<Shares> shares = Optional.empty();

    SettlingBatch(Link link, List<NewOrder> batch) {
        this.link = link;
        this.batch = batch;
    }

    /// The outcomes, in the order of the claims.
    ///
    /// @param memory learns what the book says of the buyers
    List<Outcome> settle(BuyerUnits memory) throws SQLException {
        if (batch.isEmpty()) return List.of();
        findSettled();
        var live = LiveUnits.find(link, batch);
        shares = Optional.of(live);
        var outcomes = decideAll();
        NewOrderRows.insert(link, won);
        for (var lot : lots.values()) {
            write(lot);
            live.forEach(lot.offer, (buyer, units) -> memory.put(lot.offer, buyer, units));
        }
        return outcomes;
    }

    /// The same for claims that are most likely all new, without asking for each; [NotNew] when
    /// that will not do. A claim that won before is met by the unique index. One that does not fit
    /// may have won before, and one among lost claims may have lost, so these are not decided here.
    ///
    /// @param memory what the buyers have at most
    List<Outcome> settleNew(BuyerUnits memory) throws SQLException {
        if (batch.isEmpty()) return List.of();
        shares = Optional.of(memory);
        var outcomes = decideNew();
        insertNew(link, won);
        for (var lot : lots.values()) write(lot);
        return outcomes;
    }

    /// The same when [#insertAhead] has written the orders already: if they are within the limits
    /// of their buyers all together, each of them is.
    List<Outcome> settleInserted() throws SQLException {
        if (batch.isEmpty()) return List.of();
        if (LiveUnits.anyOver(link, batch)) throw new NotNew();
        var outcomes = decideNew();
        for (var lot : lots.values()) write(lot);
        return outcomes;
    }

    /// Writes the orders as if all of them had won, before the book is locked, so that nodes do the
    /// most of their work beside each other. They are sorted, so that two nodes which have the same
    /// claims wait for each other once and not crosswise.
    static void insertAhead(Link link, List<NewOrder> batch) throws SQLException {
        insertNew(link, batch.stream().sorted(BY_CLAIM).toList());
    }

    private static void insertNew(Link link, List<NewOrder> orders) throws SQLException {
        try {
            NewOrderRows.insert(link, orders);
        } catch (SQLException e) {
            if (link.dialect().isDuplicate(e)) throw new NotNew();
            throw e;
        }
    }

    private List<Outcome> decideNew() throws SQLException {
        if (anyLost()) throw new NotNew();
        var outcomes = decideAll();
        if (won.size() < settled.size()) throw new NotNew();
        return outcomes;
    }

    /// One of the claims may have been settled before.
    static final class NotNew extends RuntimeException {

        private static final long serialVersionUID = 1;

        NotNew() {
            super("a claim may have been settled before", null, false, false);
        }
    }

    private List<Outcome> decideAll() throws SQLException {
        var outcomes = new ArrayList<Outcome>(batch.size());
        for (var order : batch) {
            var claim = order.claim().id();
            var outcome = settled.get(claim);
            if (outcome == null) {
                outcome = decide(order);
                settled.put(claim, outcome);
            }
            outcomes.add(outcome);
        }
        return outcomes;
    }

    /// The orders that this batch made.
    List<NewOrder> won() {
        return won;
    }

    private void findSettled() throws SQLException {
        var asked = Ids.json(batch, order -> order.claim().id().value());
        link.visit(
                FIND_WON,
                row -> {
                    var claim = new ClaimId(row.getLong(1));
                    var order = new OrderId(row.getLong(2));
                    settled.put(claim, new Outcome.Won(claim, order));
                },
                asked);
        if (!anyLost()) return;
        link.visit(
                FIND_LOST,
                row -> {
                    var claim = new ClaimId(row.getLong(1));
                    var reason = Outcome.Reason.valueOf(row.getString(2));
                    settled.put(claim, new Outcome.Lost(claim, reason));
                },
                asked);
    }

    /// Lost claims are rare: one look at the batch's range of ids mostly saves looking for each.
    private boolean anyLost() throws SQLException {
        long least = Long.MAX_VALUE;
        long most = Long.MIN_VALUE;
        for (var order : batch) {
            least = Math.min(least, order.claim().id().value());
            most = Math.max(most, order.claim().id().value());
        }
        return link.find(FIND_ANY_LOST, row -> row.getInt(1), least, most).isPresent();
    }

    private Outcome decide(NewOrder order) throws SQLException {
        var claim = order.claim();
        var lot = lots.get(claim.offer());
        if (lot == null) {
            lot = openLot(order);
            lots.put(claim.offer(), lot);
        }
        if (claim.quantity() > lot.room) return lose(lot, claim, Outcome.Reason.SOLD_OUT);
        if (shares.isPresent()) {
            int units = shares.get().units(claim);
            if (units + claim.quantity() > lot.perBuyer) {
                return lose(lot, claim, Outcome.Reason.OVER_LIMIT);
            }
            shares.get().add(claim);
        }
        lot.room -= claim.quantity();
        lot.won.add(order);
        won.add(order);
        return new Outcome.Won(claim.id(), order.order());
    }

    private static Outcome lose(Lot lot, Claim claim, Outcome.Reason reason) {
        lot.lost.add(new LostClaim(claim, reason));
        return new Outcome.Lost(claim.id(), reason);
    }

    private Lot openLot(NewOrder order) throws SQLException {
        var offer = order.claim().offer();
        var counts = OfferUnits.stocked(link, offer).orElseThrow(() -> OfferUnits.unknown(offer));
        if (shares.isPresent()) shares.get().open(link, offer);
        return new Lot(offer, counts, order.placedAt());
    }

    private void write(Lot lot) throws SQLException {
        if (!lot.won.isEmpty()) writeWon(lot);
        if (!lot.lost.isEmpty()) writeLost(lot);
    }

    private void writeWon(Lot lot) throws SQLException {
        var lines = new Ledger.Lines();
        for (var order : lot.won) {
            int quantity = order.claim().quantity();
            lines.add(order.order().value(), quantity, lines.seals().order(order));
        }
        if (!OfferUnits.move(link, lot.offer, lines.units(), 0)) {
            throw new IllegalStateException(
                    "offer " + lot.offer + " has no " + lines.units() + " units");
        }
        Ledger.append(link, lines.entry(lot.offer, lot.at, Why.SETTLED));
    }

    private void writeLost(Lot lot) throws SQLException {
        var lines = new Ledger.Lines();
        for (var lost : lot.lost) {
            var claim = lost.claim;
            OrderRows.insertLost(link, claim, lost.reason, lot.at);
            var seal = lines.seals().lost(claim, lost.reason, lot.at);
            lines.add(claim.id().value(), claim.quantity(), seal);
        }
        Ledger.append(link, lines.entry(lot.offer, lot.at, Why.LOST));
    }
}
