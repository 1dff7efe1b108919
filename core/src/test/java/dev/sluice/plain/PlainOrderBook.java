package dev.sluice.plain;

import dev.sluice.port.OrderBook;
import dev.sluice.port.Supply;
import dev.sluice.sale.Balances;
import dev.sluice.sale.BuyerId;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimId;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hold;
import dev.sluice.sale.Movement;
import dev.sluice.sale.Movement.Line;
import dev.sluice.sale.Movement.Why;
import dev.sluice.sale.Offer;
import dev.sluice.sale.OfferId;
import dev.sluice.sale.Order;
import dev.sluice.sale.Order.LateMoney;
import dev.sluice.sale.OrderId;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Payment;
import dev.sluice.sale.PaymentId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /// The catalogue gives an offer its stock when the sale is published.
    public synchronized void stock(Offer offer, Instant at) {
        if (offers.putIfAbsent(offer.id(), offer) != null) return;
        move(Why.STOCKED, offer.id(), offer.stock(), at);
    }

    /// The offer with the stock it has now, or as it was given when it was never stocked.
    public synchronized Offer asStocked(Offer offer) {
        var known = offers.get(offer.id());
        return known == null ? offer : offer.withStock(known.stock());
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
        var payment = payments.get(id);
        var order = orders.get(payment.order());
        return switch (payment.status()) {
            case PAID -> new Receipt.Paid(order);
            case REFUNDED -> new Receipt.Refunded(order);
            case STARTED, REFUSED ->
                    switch (order.status()) {
                        case UNPAID -> paid(payment, put(paidAt(order, at), Why.PAID, at));
                        case CANCELLED, EXPIRED -> new Receipt.Late(order);
                        case PAID, REFUNDED -> refunded(payment, order);
                    };
        };
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
        var receipt = pay(id, at);
        if (!(receipt instanceof Receipt.Late(Order order))) return receipt;
        if (balance(order.hold().offer()).available() < order.hold().units()) return receipt;
        var revived = late(paidAt(order, at), LateMoney.REVIVED);
        return paid(payments.get(id), put(revived, Why.REVIVED, at));
    }

    @Override
    public synchronized Receipt refund(PaymentId id, Instant at) {
        var receipt = pay(id, at);
        if (!(receipt instanceof Receipt.Late(Order order))) return receipt;
        var refunded = late(with(order, OrderStatus.REFUNDED), LateMoney.REFUNDED);
        orders.put(order.id(), refunded);
        return refunded(payments.get(id), refunded);
    }

    private Receipt paid(Payment payment, Order order) {
        payments.put(payment.id(), with(payment, Payment.Status.PAID));
        return new Receipt.Paid(order);
    }

    private Receipt refunded(Payment payment, Order order) {
        payments.put(payment.id(), with(payment, Payment.Status.REFUNDED));
        return new Receipt.Refunded(order);
    }

    @Override
    public synchronized int restock(OfferId offer, int quantity, Instant at) {
        var known = offers.get(offer);
        offers.put(offer, known.withStock(known.stock() + quantity));
        move(Why.RESTOCKED, offer, quantity, at);
        return known.stock() + quantity;
    }

    @Override
    public synchronized int restock(OfferId offer, int quantity, String key, Instant at) {
        var what = offer + " " + quantity;
        var before = restocks.putIfAbsent(key, what);
        if (before == null) return restock(offer, quantity, at);
        if (!before.equals(what)) throw new IllegalArgumentException(key);
        return offers.get(offer).stock();
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
    public synchronized Supply supply(OfferId offer) {
        var sold = new ArrayList<Hold>();
        Set<ClaimId> ended = new HashSet<>();
        for (var claim : findClaims(offer)) ended.add(claim.id());
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

    private static Order with(Order o, OrderStatus status) {
        return new Order(
                o.id(),
                o.hold(),
                o.total(),
                status,
                o.placedAt(),
                o.expiresAt(),
                o.paidAt(),
                o.lateMoney());
    }

    private static Order paidAt(Order o, Instant at) {
        return new Order(
                o.id(),
                o.hold(),
                o.total(),
                OrderStatus.PAID,
                o.placedAt(),
                o.expiresAt(),
                Optional.of(at),
                o.lateMoney());
    }

    private static Order late(Order o, LateMoney money) {
        return new Order(
                o.id(),
                o.hold(),
                o.total(),
                o.status(),
                o.placedAt(),
                o.expiresAt(),
                o.paidAt(),
                Optional.of(money));
    }

    private static Payment with(Payment p, Payment.Status status) {
        return new Payment(p.id(), p.order(), p.method(), p.amount(), status, p.at());
    }
}
