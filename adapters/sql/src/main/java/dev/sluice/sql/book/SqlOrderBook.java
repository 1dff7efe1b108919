package dev.sluice.sql.book;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.id.PaymentId;
import dev.sluice.port.OrderBook;
import dev.sluice.port.Supply;
import dev.sluice.sale.Balances;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hold;
import dev.sluice.sale.LedgerHead;
import dev.sluice.sale.Movement;
import dev.sluice.sale.Movement.Why;
import dev.sluice.sale.Order;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Payment;
import dev.sluice.sql.base.Database;
import dev.sluice.sql.base.Link;
import dev.sluice.sql.base.Rows;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The order book on an SQL database. Any thread may call it: writes follow each other in the one
/// writer of the database, and memory of its own is only what it has of buyers. On a shared
/// database it has none, since other nodes settle too: there the orders have an index by buyer.
public final class SqlOrderBook implements OrderBook {

    /// Orders that may wait in memory to be found by their buyer's id through the database.
    public static final int UNINDEXED_MAX = 1_000_000;

    private static final String FIND_NEXT_DEADLINE =
            "select min(expires_at) from orders where status = 0";

    private static final String FIND_LOST_CLAIMS =
            "select claim_id, buyer_id from lost_claims where offer_id = ?";

    private final Database database;
    private final BuyerIndex buyers = new BuyerIndex();
    private final BuyerUnits units = new BuyerUnits();
    private final int unindexedMax;

    public SqlOrderBook(Database database) {
        this(database, UNINDEXED_MAX);
    }

    public SqlOrderBook(Database database, int unindexedMax) {
        this.database = database;
        this.unindexedMax = unindexedMax;
        database.read(link -> {
            Ledger.checkHead(link);
            if (!database.isShared()) buyers.load(link);
            return null;
        });
    }

    @Override
    public List<Outcome> settle(List<NewOrder> orders) {
        if (orders.isEmpty()) return database.write(link -> List.of());
        var won = new ArrayList<NewOrder>(orders.size());
        List<Outcome> outcomes;
        try {
            outcomes = settle(orders, won);
        } finally {
            // After a failure, too: the orders may be in the book, and one that is not never shows.
            buyers.add(won);
        }
        while (buyers.unindexed() > unindexedMax) indexBuyers();
        return outcomes;
    }

    /// Nearly always all claims are new, and then the unique index on them is all the asking that
    /// is needed. When it says no, the transaction is taken back and each claim is asked for.
    private List<Outcome> settle(List<NewOrder> orders, List<NewOrder> won) {
        try {
            return database.isShared() ? settleAhead(orders) : settleNew(orders, won);
        } catch (SettlingBatch.NotNew notNew) {
            return database.write(link -> {
                var batch = new SettlingBatch(link, orders);
                return record(link, batch, batch.settle(units), won);
            });
        }
    }

    private List<Outcome> settleNew(List<NewOrder> orders, List<NewOrder> won) {
        return database.write(link -> {
            var batch = new SettlingBatch(link, orders);
            return record(link, batch, batch.settleNew(units), won);
        });
    }

    private List<Outcome> settleAhead(List<NewOrder> orders) {
        return database.write(
                link -> {
                    SettlingBatch.insertAhead(link, orders);
                    return null;
                },
                link -> new SettlingBatch(link, orders).settleInserted());
    }

    private List<Outcome> record(
            Link link, SettlingBatch batch, List<Outcome> outcomes, List<NewOrder> won)
            throws SQLException {
        if (database.isShared()) return outcomes;
        buyers.insertLate(link, batch.won());
        won.addAll(batch.won());
        return outcomes;
    }

    /// Takes some of the orders that only memory knows by their buyer into the database, in one
    /// short transaction; answers how many. A duty thread calls this about once a second until it
    /// answers 0: large steps are cheap, many small ones are not. When nobody calls it, settling
    /// does at `unindexedMax`, and is slower for it. On a shared database there is nothing to do.
    public int indexBuyers() {
        return buyers.step(database);
    }

    @Override
    public Outcome lose(Claim claim, Outcome.Reason reason, Instant at) {
        return database.write(link -> {
            var settled = OrderRows.findClaim(link, claim.id());
            if (settled.isPresent()) return settled.get().outcome().orElseThrow();
            OrderRows.insertLost(link, claim, reason, at);
            var lines = new Ledger.Lines();
            var seal = lines.seals().lost(claim, reason, at);
            lines.add(claim.id().value(), claim.quantity(), seal);
            Ledger.append(link, lines.entry(claim.offer(), at, Why.LOST));
            return new Outcome.Lost(claim.id(), reason);
        });
    }

    @Override
    public Optional<ClaimState> findClaim(ClaimId claim) {
        return database.read(link -> OrderRows.findClaim(link, claim));
    }

    @Override
    public Optional<Order> findOrder(OrderId order) {
        return database.read(link -> OrderRows.findOrder(link, order));
    }

    @Override
    public List<Order> findOrders(BuyerId buyer, Optional<OrderId> before, int max) {
        var end = before.orElse(new OrderId(Long.MAX_VALUE));
        if (database.isShared()) {
            return database.readElsewhere(link -> OrderRows.findOrders(link, buyer, end, max));
        }
        var ids = buyers.find(database, buyer, end, max);
        return ids.isEmpty() ? List.of() : database.read(link -> OrderRows.findOrders(link, ids));
    }

    @Override
    public Optional<Order> cancel(OrderId order, Instant at) {
        return database.write(link -> OrderMoves.cancel(link, order, at));
    }

    /// Asked several times a second by every node: writing is begun only when something is due.
    @Override
    public List<Order> expire(Instant now, int max) {
        var next = nextDeadline();
        if (next.isEmpty() || next.get().isAfter(now)) return List.of();
        return database.write(link -> OrderMoves.expire(link, now, max));
    }

    @Override
    public Optional<Instant> nextDeadline() {
        return database.read(link -> {
            var deadline = link.find(FIND_NEXT_DEADLINE, row -> Rows.optionalLong(row, 1));
            return deadline.orElseThrow().map(Instant::ofEpochMilli);
        });
    }

    @Override
    public void insertPayment(Payment payment) {
        database.writeAside(link -> {
            Payments.insert(link, payment);
            return null;
        });
    }

    @Override
    public Optional<Payment> findPayment(PaymentId payment) {
        return database.read(link -> Payments.find(link, payment));
    }

    @Override
    public Optional<Payment> findOpenPayment(OrderId order, String method) {
        return database.read(link -> Payments.findOpen(link, order, method));
    }

    @Override
    public Receipt pay(PaymentId payment, Instant at) {
        return database.write(link -> Payments.pay(link, payment, Optional.empty(), at));
    }

    @Override
    public Receipt pay(PaymentId payment, String reference, Instant at) {
        return database.write(link -> Payments.pay(link, payment, Optional.of(reference), at));
    }

    @Override
    public void refusePayment(PaymentId payment) {
        database.writeAside(link -> Payments.refuse(link, payment));
    }

    @Override
    public Receipt revive(PaymentId payment, Instant at) {
        return database.write(link -> Payments.revive(link, payment, at, units));
    }

    @Override
    public Receipt refund(PaymentId payment, Instant at) {
        return database.write(link -> Payments.refund(link, payment, at));
    }

    @Override
    public Restock restock(OfferId offer, int quantity, Instant at) {
        var entry = restocked(offer, quantity, at);
        return database.write(link -> restock(link, entry));
    }

    /// The key first: what it once did is its answer, whatever has become of the offer meanwhile.
    @Override
    public Restock restock(OfferId offer, int quantity, String key, Instant at) {
        var entry = restocked(offer, quantity, at);
        return database.write(link -> {
            return switch (Restocks.find(link, entry, key)) {
                case THIS -> added(link, offer);
                case ANOTHER -> new Restock.KeyUsed(key);
                case NONE -> {
                    var answer = restock(link, entry);
                    if (answer instanceof Restock.Added) Restocks.insert(link, entry, key);
                    yield answer;
                }
            };
        });
    }

    @Override
    public boolean hasRestock(String key) {
        return database.read(link -> Restocks.has(link, key));
    }

    private static Ledger.Entry restocked(OfferId offer, int quantity, Instant at) {
        if (quantity < 1) throw new IllegalArgumentException("quantity: " + quantity);
        return new Ledger.Entry(offer, at, Why.RESTOCKED, quantity, "");
    }

    private static Restock restock(Link link, Ledger.Entry entry) throws SQLException {
        var offer = entry.offer();
        if (!OfferUnits.addStock(link, offer, entry.units())) {
            return new Restock.TooMany(OfferUnits.counts(link, offer).stock());
        }
        Ledger.append(link, entry);
        return added(link, offer);
    }

    private static Restock added(Link link, OfferId offer) throws SQLException {
        return new Restock.Added(OfferUnits.counts(link, offer).stock());
    }

    @Override
    public void noteCorrection(OfferId offer, int units, Instant at) {
        database.write(link -> {
            Ledger.append(link, new Ledger.Entry(offer, at, Why.CORRECTED, units, ""));
            return null;
        });
    }

    @Override
    public Balances.Book balance(OfferId offer) {
        return database.read(link -> {
            var counts = OfferUnits.counts(link, offer);
            var head = Ledger.findHead(link).hash();
            return new Balances.Book(counts.stock(), counts.unpaid(), counts.paid(), head);
        });
    }

    @Override
    public LedgerHead head() {
        return database.read(Ledger::findHead);
    }

    @Override
    public Set<ClaimId> findUndecided(OfferId offer) {
        return database.read(link -> Deposits.findUndecided(link, offer));
    }

    @Override
    public Supply supply(OfferId offer) {
        return database.read(link -> {
            var counts = OfferUnits.counts(link, offer);
            var sold = new ArrayList<Hold>();
            Map<ClaimId, BuyerId> ended = new HashMap<>();
            for (var lines : Ledger.findSettledLines(link, offer)) {
                sort(orders(link, lines), sold, ended);
            }
            link.visit(
                    FIND_LOST_CLAIMS,
                    row -> ended.put(new ClaimId(row.getLong(1)), new BuyerId(row.getLong(2))),
                    offer.value());
            return new Supply(offer, counts.stock(), counts.perBuyer(), sold, ended);
        });
    }

    @Override
    public List<ClaimState> findClaims(OfferId offer) {
        return database.read(link -> {
            var claims = new ArrayList<ClaimState>();
            for (var lines : Ledger.findSettledLines(link, offer)) {
                for (var order : orders(link, lines)) claims.add(OrderRows.won(order));
            }
            claims.addAll(OrderRows.findLost(link, offer));
            return claims;
        });
    }

    @Override
    public List<ClaimState> findClaims(List<ClaimId> claims) {
        return database.read(link -> OrderRows.findClaims(link, claims));
    }

    @Override
    public Settled findSettled(long after, int max) {
        return database.read(link -> {
            var claims = new ArrayList<ClaimState>();
            long upTo = after;
            for (var row : Ledger.find(link, after, max)) {
                upTo = row.sequence();
                if (row.why().equals(Why.SETTLED.name())) {
                    for (var order : orders(link, row.lines())) claims.add(OrderRows.won(order));
                } else if (row.why().equals(Why.LOST.name())) {
                    claims.addAll(OrderRows.findClaims(link, Ledger.claims(row.lines())));
                }
            }
            return new Settled(upTo, claims);
        });
    }

    @Override
    public long lastSequence() {
        return database.read(Ledger::lastSequence);
    }

    @Override
    public List<Movement> movements(OfferId offer, long after, int max) {
        return database.readElsewhere(link -> Ledger.find(link, offer, after, max));
    }

    private static List<Order> orders(Link link, String lines) throws SQLException {
        var ids = Ledger.lines(lines).stream().map(Movement.Line::order).toList();
        return OrderRows.findOrders(link, ids);
    }

    private static void sort(List<Order> orders, List<Hold> sold, Map<ClaimId, BuyerId> ended) {
        for (var order : orders) {
            var hold = order.hold();
            if (order.status().hasUnits()) sold.add(hold);
            else ended.put(hold.claim(), hold.buyer());
        }
    }
}
