package dev.sluice.plain;

import static dev.sluice.plain.Steps.late;
import static dev.sluice.plain.Steps.paidAt;
import static dev.sluice.plain.Steps.with;

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
import dev.sluice.sale.Deposit;
import dev.sluice.sale.Deposit.Fate;
import dev.sluice.sale.Hold;
import dev.sluice.sale.LedgerHead;
import dev.sluice.sale.Movement;
import dev.sluice.sale.Movement.Line;
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

/// Orders in a map, counted anew whenever a number is asked for. All of it survives a crash.
public class PlainOrderBook implements OrderBook {

    private final Map<OfferId, Offer> offers = new LinkedHashMap<>();
    private final Map<OrderId, Order> orders = new LinkedHashMap<>();
    private final Map<ClaimId, ClaimState> claims = new LinkedHashMap<>();
    private final Map<PaymentId, Payment> payments = new LinkedHashMap<>();
    private final Map<String, String> restocks = new LinkedHashMap<>();
    private final PlainLedger ledger = new PlainLedger();

    /// The money of this book.
    public final PlainRefunds refunds = new PlainRefunds();

    /// The catalogue gives an offer its stock when the sale is published.
    public synchronized void stock(Offer offer, Instant at) {
        if (offers.putIfAbsent(offer.id(), offer) != null) return;
        move(Why.STOCKED, offer.id(), offer.stock(), at);
    }

    /// The offer with the stock it has now, or as it was given when it was never stocked.
    public synchronized Offer asStocked(Offer offer) {
        return offer.withStock(offers.getOrDefault(offer.id(), offer).stock());
    }

    public synchronized List<Order> orders() {
        return List.copyOf(orders.values());
    }

    public synchronized List<Payment> payments() {
        return List.copyOf(payments.values());
    }

    @Override
    public synchronized List<Outcome> settle(List<NewOrder> batch) {
        var outcomes = new ArrayList<Outcome>();
        for (var order : batch) outcomes.add(settle(order));
        return outcomes;
    }

    protected Outcome settle(NewOrder order) {
        var claim = order.claim();
        var settled = claims.get(claim.id());
        if (settled != null) return settled.outcome().orElseThrow();
        int perBuyer = offers.get(claim.offer()).perBuyer();
        int available = balance(claim.offer()).available();
        if (available < claim.quantity()) {
            return lose(claim, Outcome.Reason.SOLD_OUT, order.placedAt());
        }
        if (unitsOf(claim.offer(), claim.buyer()) + claim.quantity() > perBuyer) {
            return lose(claim, Outcome.Reason.OVER_LIMIT, order.placedAt());
        }
        return win(order);
    }

    protected Outcome win(NewOrder order) {
        var claim = order.claim();
        put(
                new Order(
                        order.order(),
                        claim.hold(),
                        order.total(),
                        OrderStatus.UNPAID,
                        order.placedAt(),
                        order.expiresAt(),
                        Optional.empty(),
                        Optional.empty()),
                Why.SETTLED,
                order.placedAt());
        return end(claim.hold(), new Outcome.Won(claim.id(), order.order()));
    }

    @Override
    public synchronized Outcome lose(Claim claim, Outcome.Reason reason, Instant at) {
        var settled = claims.get(claim.id());
        if (settled != null) return settled.outcome().orElseThrow();
        move(Why.LOST, claim.offer(), claim.quantity(), at);
        return end(claim.hold(), new Outcome.Lost(claim.id(), reason));
    }

    private Outcome end(Hold hold, Outcome outcome) {
        claims.put(hold.claim(), new ClaimState(hold, 0, Optional.of(outcome)));
        return outcome;
    }

    @Override
    public synchronized Optional<ClaimState> findClaim(ClaimId claim) {
        return Optional.ofNullable(claims.get(claim));
    }

    @Override
    public synchronized Optional<Order> findOrder(OrderId order) {
        return Optional.ofNullable(orders.get(order));
    }

    @Override
    public synchronized List<Order> findOrders(BuyerId buyer, Optional<OrderId> before, int max) {
        return orders.values().stream()
                .filter(order -> order.buyer().equals(buyer))
                .filter(order -> before.map(b -> order.id().compareTo(b) < 0).orElse(true))
                .sorted((a, b) -> b.id().compareTo(a.id()))
                .limit(max)
                .toList();
    }

    @Override
    public synchronized Optional<Order> cancel(OrderId order, Instant at) {
        return findOrder(order)
                .filter(o -> o.status() == OrderStatus.UNPAID)
                .map(o -> put(with(o, OrderStatus.CANCELLED), Why.CANCELLED, at));
    }

    @Override
    public synchronized List<Order> expire(Instant now, int max) {
        return due(now).stream()
                .limit(max)
                .map(order -> put(with(order, OrderStatus.EXPIRED), Why.EXPIRED, now))
                .toList();
    }

    /// The unpaid orders whose deadline has passed.
    public synchronized List<Order> due(Instant now) {
        return orders.values().stream()
                .filter(order -> order.status() == OrderStatus.UNPAID)
                .filter(order -> !order.expiresAt().isAfter(now))
                .toList();
    }

    @Override
    public synchronized Optional<Instant> nextDeadline() {
        return orders.values().stream()
                .filter(order -> order.status() == OrderStatus.UNPAID)
                .map(Order::expiresAt)
                .min(Instant::compareTo);
    }

    @Override
    public synchronized void insertPayment(Payment payment) {
        payments.put(payment.id(), payment);
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
        var order = orders.get(payment.order());
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
        int perBuyer = offers.get(hold.offer()).perBuyer();
        if (unitsOf(hold.offer(), hold.buyer()) + hold.units() > perBuyer) return receipt;
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
        orders.put(order.id(), refunded);
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
        var known = offers.get(offer);
        if (quantity > Offer.STOCK_MAX - known.stock()) return new Restock.TooMany(known.stock());
        offers.put(offer, known.withStock(known.stock() + quantity));
        move(Why.RESTOCKED, offer, quantity, at);
        return new Restock.Added(known.stock() + quantity);
    }

    @Override
    public synchronized Restock restock(OfferId offer, int quantity, String key, Instant at) {
        var what = offer + " " + quantity;
        var before = restocks.get(key);
        if (before == null) {
            var answer = restock(offer, quantity, at);
            if (answer instanceof Restock.Added) restocks.put(key, what);
            return answer;
        }
        if (!before.equals(what)) return new Restock.KeyUsed(key);
        return new Restock.Added(offers.get(offer).stock());
    }

    @Override
    public synchronized boolean hasRestock(String key) {
        return restocks.containsKey(key);
    }

    @Override
    public synchronized void noteCorrection(OfferId offer, int units, Instant at) {
        move(Why.CORRECTED, offer, units, at);
    }

    @Override
    public synchronized Balances.Book balance(OfferId offer) {
        int unpaid = units(offer, OrderStatus.UNPAID);
        int paid = units(offer, OrderStatus.PAID);
        return new Balances.Book(offers.get(offer).stock(), unpaid, paid, ledger.head());
    }

    @Override
    public synchronized LedgerHead head() {
        return new LedgerHead(ledger.size(), ledger.head());
    }

    @Override
    public synchronized Supply supply(OfferId offer) {
        var sold = new ArrayList<Hold>();
        Map<ClaimId, BuyerId> ended = new HashMap<>();
        for (var claim : findClaims(offer)) ended.put(claim.id(), claim.hold().buyer());
        for (var order : orders.values()) {
            if (!order.hold().offer().equals(offer) || !order.status().hasUnits()) continue;
            sold.add(order.hold());
            ended.remove(order.hold().claim());
        }
        var known = offers.get(offer);
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

    /// Claims in the order in which they were settled; their number stands for the movement's.
    @Override
    public synchronized Settled findSettled(long after, int max) {
        var found = claims.values().stream().skip(after).limit(max).toList();
        return new Settled(after + found.size(), found);
    }

    @Override
    public synchronized long lastSequence() {
        return claims.size();
    }

    @Override
    public synchronized List<Movement> movements(OfferId offer, long after, int max) {
        return ledger.find(offer, after, max);
    }

    private int units(OfferId offer, OrderStatus status) {
        return orders.values().stream()
                .filter(o -> o.hold().offer().equals(offer) && o.status() == status)
                .mapToInt(o -> o.hold().units())
                .sum();
    }

    private int unitsOf(OfferId offer, BuyerId buyer) {
        return orders.values().stream()
                .filter(o -> o.hold().offer().equals(offer) && o.buyer().equals(buyer))
                .filter(o -> o.status().hasUnits())
                .mapToInt(o -> o.hold().units())
                .sum();
    }

    private Order put(Order order, Why why, Instant at) {
        orders.put(order.id(), order);
        int units = order.hold().units();
        var lines = List.of(new Line(order.id(), units));
        ledger.append(new PlainLedger.Entry(order.hold().offer(), at, why, lines, units));
        return order;
    }

    private void move(Why why, OfferId offer, int units, Instant at) {
        ledger.append(new PlainLedger.Entry(offer, at, why, List.of(), units));
    }
}
