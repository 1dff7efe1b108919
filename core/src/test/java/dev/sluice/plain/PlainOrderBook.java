package dev.sluice.plain;

import static dev.sluice.plain.Steps.late;
import static dev.sluice.plain.Steps.paidAt;
import static dev.sluice.plain.Steps.unpaid;
import static dev.sluice.plain.Steps.with;
import static dev.sluice.sale.Outcome.Reason.OVER_LIMIT;
import static dev.sluice.sale.Outcome.Reason.SOLD_OUT;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.id.PaymentId;
import dev.sluice.plain.PlainLedger.Change;
import dev.sluice.port.OrderBook;
import dev.sluice.port.Supply;
import dev.sluice.sale.Balances;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Deposit;
import dev.sluice.sale.Deposit.Fate;
import dev.sluice.sale.Hold;
import dev.sluice.sale.LedgerHead;
import dev.sluice.sale.Movement;
import dev.sluice.sale.Movement.Why;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Order;
import dev.sluice.sale.Order.LateMoney;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Payment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// Everything in maps, counted anew whenever a number is asked for. All of it survives a crash.
public class PlainOrderBook implements OrderBook {

    private final PlainOrders orders = new PlainOrders();
    private final Map<ClaimId, ClaimState> claims = new LinkedHashMap<>();
    private final Map<PaymentId, Payment> payments = new LinkedHashMap<>();
    private final PlainLedger ledger = new PlainLedger();
    private final PlainStock stock = new PlainStock(ledger);
    private final List<Change> unwritten = new ArrayList<>();

    /// The money of this book.
    public final PlainRefunds refunds = new PlainRefunds();

    /// The catalogue gives an offer its stock when the sale is published.
    public synchronized void stock(Offer offer, Instant at) {
        stock.stock(offer, at);
    }

    /// The offer with the stock it has now, or as it was given when it was never stocked.
    public synchronized Offer asStocked(Offer offer) {
        return stock.asStocked(offer);
    }

    public synchronized List<Order> orders() {
        return orders.all();
    }

    public synchronized List<Payment> payments() {
        return List.copyOf(payments.values());
    }

    @Override
    public synchronized List<Outcome> settle(List<NewOrder> batch) {
        check(batch);
        var outcomes = new ArrayList<Outcome>();
        for (var order : batch) outcomes.add(settle(order));
        write();
        return outcomes;
    }

    /// Before anything is changed.
    private void check(List<NewOrder> batch) {
        var ids = new HashMap<OrderId, ClaimId>();
        for (var order : batch) {
            var claim = order.claim();
            if (claims.containsKey(claim.id())) continue;
            stock.offer(claim.offer());
            var user = ids.putIfAbsent(order.order(), claim.id());
            boolean used = user != null && !user.equals(claim.id());
            if (used || findOrder(order.order()).isPresent()) {
                throw new IllegalStateException("order id in use: " + order);
            }
        }
    }

    protected Outcome settle(NewOrder order) {
        var claim = order.claim();
        var settled = claims.get(claim.id());
        if (settled != null) return settled.outcome().orElseThrow();
        int perBuyer = stock.offer(claim.offer()).perBuyer();
        int available = balance(claim.offer()).available();
        if (available < claim.quantity()) return end(claim, SOLD_OUT, order.placedAt());
        if (orders.units(claim.offer(), claim.buyer()) + claim.quantity() > perBuyer) {
            return end(claim, OVER_LIMIT, order.placedAt());
        }
        return win(order);
    }

    protected Outcome win(NewOrder order) {
        var placed = unpaid(order);
        orders.put(placed);
        var won = new Outcome.Won(order.claim().id(), placed.id());
        return end(placed.hold(), won, Change.of(placed, Why.SETTLED, order.placedAt()));
    }

    @Override
    public synchronized Outcome lose(Claim claim, Outcome.Reason reason, Instant at) {
        var settled = claims.get(claim.id());
        if (settled != null) return settled.outcome().orElseThrow();
        var lost = end(claim, reason, at);
        write();
        return lost;
    }

    private Outcome end(Claim claim, Outcome.Reason reason, Instant at) {
        var change = Change.of(claim.offer(), Why.LOST, at, claim.quantity());
        return end(claim.hold(), new Outcome.Lost(claim.id(), reason), change);
    }

    private Outcome end(Hold hold, Outcome outcome, Change change) {
        var state = new ClaimState(hold, 0, Optional.of(outcome));
        claims.put(hold.claim(), state);
        unwritten.add(change.settling(state));
        return outcome;
    }

    private void write() {
        ledger.write(unwritten);
        unwritten.clear();
    }

    @Override
    public synchronized Optional<ClaimState> findClaim(ClaimId claim) {
        return Optional.ofNullable(claims.get(claim));
    }

    @Override
    public synchronized Optional<Order> findOrder(OrderId order) {
        return orders.find(order);
    }

    @Override
    public synchronized List<Order> findOrders(BuyerId buyer, Optional<OrderId> before, int max) {
        return orders.of(buyer, before, max);
    }

    @Override
    public synchronized Optional<Order> cancel(OrderId order, Instant at) {
        return findOrder(order)
                .filter(o -> o.status() == OrderStatus.UNPAID)
                .map(o -> put(with(o, OrderStatus.CANCELLED), Why.CANCELLED, at));
    }

    @Override
    public synchronized List<Order> expire(Instant now, int max) {
        var expired = due(now).stream().limit(max).map(o -> with(o, OrderStatus.EXPIRED)).toList();
        for (var order : expired) change(order, Why.EXPIRED, now);
        write();
        return expired;
    }

    /// The unpaid orders whose deadline has passed, the earliest first.
    public synchronized List<Order> due(Instant now) {
        return orders.due(now);
    }

    @Override
    public synchronized Optional<Instant> nextDeadline() {
        return orders.unpaid().findFirst().map(Order::expiresAt);
    }

    @Override
    public synchronized void insertPayment(Payment payment) {
        payments.putIfAbsent(payment.id(), payment);
    }

    @Override
    public synchronized Optional<Payment> findPayment(PaymentId payment) {
        return Optional.ofNullable(payments.get(payment));
    }

    @Override
    public synchronized Optional<Payment> findOpenPayment(OrderId order, String method) {
        return payments.values().stream()
                .filter(payment -> payment.order().equals(order))
                .filter(payment -> payment.method().equals(method))
                .filter(payment -> payment.status() == Payment.Status.STARTED)
                .reduce((older, newer) -> newer);
    }

    @Override
    public synchronized Receipt pay(PaymentId id, Instant at) {
        return pay(id, Optional.empty(), at);
    }

    @Override
    public synchronized Receipt pay(PaymentId id, String reference, Instant at) {
        return pay(id, Optional.of(reference), at);
    }

    private Receipt pay(PaymentId id, Optional<String> reference, Instant at) {
        var payment = payments.get(id);
        var order = orders.find(payment.order()).orElseThrow();
        var money = PlainRefunds.money(payment, reference, at);
        var deposit = refunds.findDeposit(money.provider(), money.reference());
        var known = deposit.map(Deposit::fate);
        boolean isOwn = deposit.map(Deposit::payment).equals(Optional.of(Optional.of(id)));
        if (known.isPresent() && (known.get() != Fate.UNDECIDED || !isOwn)) {
            return told(known.get().goesBack(), order);
        }
        boolean other = reference.isPresent() || known.isPresent();
        return switch (payment.status()) {
            case PAID, REFUNDED -> {
                if (other) refunds.put(money.with(Fate.SECOND));
                yield told(other || payment.status() == Payment.Status.REFUNDED, order);
            }
            case STARTED, REFUSED ->
                    switch (order.status()) {
                        case UNPAID -> paid(payment, money, put(paidAt(order, at), Why.PAID, at));
                        case CANCELLED, EXPIRED -> {
                            refunds.put(money);
                            yield new Receipt.Late(order);
                        }
                        case PAID -> refunded(payment, money.with(Fate.SECOND), order);
                        case REFUNDED -> refunded(payment, money.with(Fate.LATE), order);
                    };
        };
    }

    private static Receipt told(boolean goesBack, Order order) {
        return goesBack ? new Receipt.Refunded(order) : new Receipt.Paid(order);
    }

    @Override
    public synchronized void refusePayment(PaymentId payment) {
        payments.computeIfPresent(
                payment,
                (id, p) ->
                        p.status() == Payment.Status.STARTED ? with(p, Payment.Status.REFUSED) : p);
    }

    @Override
    public synchronized Receipt revive(PaymentId id, Instant at) {
        var reference = refunds.undecidedOf(id);
        var receipt = pay(id, reference, at);
        if (!(receipt instanceof Receipt.Late(Order order))) return receipt;
        var hold = order.hold();
        if (balance(hold.offer()).available() < hold.units()) return receipt;
        int perBuyer = stock.offer(hold.offer()).perBuyer();
        if (orders.units(hold.offer(), hold.buyer()) + hold.units() > perBuyer) return receipt;
        var revived = late(paidAt(order, at), LateMoney.REVIVED);
        var payment = payments.get(id);
        return paid(
                payment, PlainRefunds.money(payment, reference, at), put(revived, Why.REVIVED, at));
    }

    @Override
    public synchronized Receipt refund(PaymentId id, Instant at) {
        var reference = refunds.undecidedOf(id);
        var receipt = pay(id, reference, at);
        if (!(receipt instanceof Receipt.Late(Order order))) return receipt;
        var refunded = late(with(order, OrderStatus.REFUNDED), LateMoney.REFUNDED);
        orders.put(refunded);
        var payment = payments.get(id);
        return refunded(
                payment, PlainRefunds.money(payment, reference, at).with(Fate.LATE), refunded);
    }

    @Override
    public synchronized Set<ClaimId> findUndecided(OfferId offer) {
        return refunds.undecidedOf(offer, orders);
    }

    private Receipt paid(Payment payment, Deposit money, Order order) {
        payments.put(payment.id(), with(payment, Payment.Status.PAID));
        refunds.put(money.with(order.lateMoney().isPresent() ? Fate.REVIVED : Fate.PAID));
        return new Receipt.Paid(order);
    }

    private Receipt refunded(Payment payment, Deposit money, Order order) {
        payments.put(payment.id(), with(payment, Payment.Status.REFUNDED));
        refunds.put(money);
        return new Receipt.Refunded(order);
    }

    @Override
    public synchronized Restock restock(OfferId offer, int quantity, Instant at) {
        return stock.restock(offer, quantity, at);
    }

    @Override
    public synchronized Restock restock(OfferId offer, int quantity, String key, Instant at) {
        return stock.restock(offer, quantity, key, at);
    }

    @Override
    public synchronized boolean hasRestock(String key) {
        return stock.hasRestock(key);
    }

    @Override
    public synchronized void noteCorrection(OfferId offer, int units, Instant at) {
        ledger.move(Why.CORRECTED, offer, units, at);
    }

    @Override
    public synchronized Balances.Book balance(OfferId offer) {
        int unpaid = orders.units(offer, OrderStatus.UNPAID);
        int paid = orders.units(offer, OrderStatus.PAID);
        return new Balances.Book(stock.offer(offer).stock(), unpaid, paid, ledger.head().hash());
    }

    @Override
    public synchronized LedgerHead head() {
        return ledger.head();
    }

    @Override
    public synchronized Supply supply(OfferId offer) {
        var sold = new ArrayList<Hold>();
        Map<ClaimId, BuyerId> ended = new HashMap<>();
        for (var claim : findClaims(offer)) ended.put(claim.id(), claim.hold().buyer());
        orders.withUnits(offer).map(Order::hold).forEach(sold::add);
        for (var hold : sold) ended.remove(hold.claim());
        var known = stock.offer(offer);
        return new Supply(offer, known.stock(), known.perBuyer(), sold, ended);
    }

    @Override
    public synchronized List<ClaimState> findClaims(OfferId offer) {
        return claims.values().stream().filter(c -> c.hold().offer().equals(offer)).toList();
    }

    @Override
    public synchronized List<ClaimState> findClaims(List<ClaimId> asked) {
        return asked.stream().map(claims::get).filter(Objects::nonNull).toList();
    }

    @Override
    public synchronized Settled findSettled(long after, int max) {
        return ledger.findSettled(after, max);
    }

    @Override
    public synchronized long lastSequence() {
        return ledger.head().sequence();
    }

    @Override
    public synchronized List<Movement> movements(OfferId offer, long after, int max) {
        return ledger.find(offer, after, max);
    }

    private Order put(Order order, Why why, Instant at) {
        change(order, why, at);
        write();
        return order;
    }

    private void change(Order order, Why why, Instant at) {
        orders.put(order);
        unwritten.add(Change.of(order, why, at));
    }
}
