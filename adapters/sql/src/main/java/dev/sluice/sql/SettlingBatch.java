package dev.sluice.sql;

import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimId;
import dev.sluice.sale.Movement.Why;
import dev.sluice.sale.OfferId;
import dev.sluice.sale.OrderId;
import dev.sluice.sale.Outcome;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    /// The part of one offer.
    private static final class Lot {
        private final OfferId offer;
        private final List<NewOrder> won = new ArrayList<>();
        private final List<Claim> lost = new ArrayList<>();
        private final Instant at;
        private long room;

        Lot(OfferId offer, long room, Instant at) {
            this.offer = offer;
            this.room = room;
            this.at = at;
        }
    }

    private final Link link;
    private final List<NewOrder> batch;
    private final Map<OfferId, Lot> lots = new LinkedHashMap<>();
    private final Map<ClaimId, Outcome> settled = new HashMap<>();
    private final List<NewOrder> won = new ArrayList<>();

    SettlingBatch(Link link, List<NewOrder> batch) {
        this.link = link;
        this.batch = batch;
    }

    /// The outcomes, in the order of the claims.
    List<Outcome> settle() throws SQLException {
        if (batch.isEmpty()) return List.of();
        findSettled();
        var outcomes = decideAll();
        NewOrderRows.insert(link, won);
        for (var lot : lots.values()) write(lot);
        return outcomes;
    }

    /// The same for claims that are most likely all new, without asking for each; [NotNew] when
    /// that will not do. A claim that won before is met by the unique index. One that does not fit
    /// may have won before, and one among lost claims may have lost, so these are not decided here.
    List<Outcome> settleNew() throws SQLException {
        if (batch.isEmpty()) return List.of();
        var outcomes = decideNew();
        insertNew(link, won);
        for (var lot : lots.values()) write(lot);
        return outcomes;
    }

    /// The same when [#insertAhead] has written the orders already.
    List<Outcome> settleInserted() throws SQLException {
        if (batch.isEmpty()) return List.of();
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
        if (claim.quantity() > lot.room) {
            lot.lost.add(claim);
            return new Outcome.Lost(claim.id(), Outcome.Reason.SOLD_OUT);
        }
        lot.room -= claim.quantity();
        lot.won.add(order);
        won.add(order);
        return new Outcome.Won(claim.id(), order.order());
    }

    private Lot openLot(NewOrder order) throws SQLException {
        var offer = order.claim().offer();
        var room = OfferUnits.available(link, offer);
        if (room.isEmpty()) throw OfferUnits.unknown(offer);
        return new Lot(offer, room.getAsLong(), order.placedAt());
    }

    private void write(Lot lot) throws SQLException {
        if (!lot.won.isEmpty()) writeWon(lot);
        if (!lot.lost.isEmpty()) writeLost(lot);
    }

    private void writeWon(Lot lot) throws SQLException {
        var lines = new StringBuilder(24 * lot.won.size());
        int units = 0;
        for (var order : lot.won) {
            int quantity = order.claim().quantity();
            Ledger.addLine(lines, order.order().value(), quantity);
            units = Math.addExact(units, quantity);
        }
        if (!OfferUnits.move(link, lot.offer, units, 0)) {
            throw new IllegalStateException("offer " + lot.offer + " has no " + units + " units");
        }
        Ledger.append(
                link, new Ledger.Entry(lot.offer, lot.at, Why.SETTLED, units, lines.toString()));
    }

    private void writeLost(Lot lot) throws SQLException {
        var lines = new StringBuilder();
        int units = 0;
        for (var claim : lot.lost) {
            OrderRows.insertLost(link, claim, Outcome.Reason.SOLD_OUT, lot.at);
            Ledger.addLine(lines, claim.id().value(), claim.quantity());
            units = Math.addExact(units, claim.quantity());
        }
        Ledger.append(link, new Ledger.Entry(lot.offer, lot.at, Why.LOST, units, lines.toString()));
    }
}
