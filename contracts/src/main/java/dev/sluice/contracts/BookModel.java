package dev.sluice.contracts;

import static dev.sluice.contracts.BookSamples.DEADLINE;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.id.PaymentId;
import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.sale.Claim;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Payment.Status;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// What an order book should say, in plain maps: the twin that a random run is compared with. One
/// thread at a time.
final class BookModel {

    /// How a receipt should look.
    enum Kind {
        PAID,
        LATE,
        REFUNDED
    }

    private static final class ModelOrder {
        private final Claim claim;
        private OrderStatus status = OrderStatus.UNPAID;

        ModelOrder(Claim claim) {
            this.claim = claim;
        }
    }

    private static final class ModelPayment {
        private final OrderId order;
        private Status status = Status.STARTED;

        ModelPayment(OrderId order) {
            this.order = order;
        }
    }

    /// That of the sale in [BookSamples].
    private static final int PER_BUYER = 2;

    private final Map<OfferId, Integer> stock = new HashMap<>();
    private final Map<ClaimId, Outcome> outcomes = new HashMap<>();
    private final Map<OrderId, ModelOrder> orders = new TreeMap<>();
    private final Map<PaymentId, ModelPayment> payments = new HashMap<>();

    void stock(OfferId offer, int units) {
        stock.merge(offer, units, Integer::sum);
    }

    int stock(OfferId offer) {
        return stock.get(offer);
    }

    List<Outcome> settle(List<NewOrder> batch) {
        return batch.stream().map(this::settle).toList();
    }

    Outcome lose(Claim claim, Outcome.Reason reason) {
        return outcomes.computeIfAbsent(claim.id(), id -> new Outcome.Lost(id, reason));
    }

    boolean cancel(OrderId id) {
        var order = orders.get(id);
        if (order == null || order.status != OrderStatus.UNPAID) return false;
        order.status = OrderStatus.CANCELLED;
        return true;
    }

    /// All of them are due at the same moment.
    Set<OrderId> expireAll() {
        var due =
                orders.entrySet().stream()
                        .filter(entry -> entry.getValue().status == OrderStatus.UNPAID)
                        .map(Map.Entry::getKey)
                        .collect(Collectors.toSet());
        for (var id : due) orders.get(id).status = OrderStatus.EXPIRED;
        return due;
    }

    boolean hasOrder(OrderId order) {
        return orders.containsKey(order);
    }

    void start(PaymentId payment, OrderId order) {
        payments.put(payment, new ModelPayment(order));
    }

    Kind pay(PaymentId id) {
        var payment = payments.get(id);
        var order = orders.get(payment.order);
        if (payment.status == Status.PAID) return Kind.PAID;
        if (payment.status == Status.REFUNDED) return Kind.REFUNDED;
        if (order.status == OrderStatus.UNPAID) return pays(payment, order);
        if (isEnded(order)) return Kind.LATE;
        payment.status = Status.REFUNDED;
        return Kind.REFUNDED;
    }

    Kind revive(PaymentId id) {
        var kind = pay(id);
        if (kind != Kind.LATE) return kind;
        var payment = payments.get(id);
        var order = orders.get(payment.order);
        boolean fits = room(order.claim.offer()) >= order.claim.quantity();
        return fits && isWithinLimit(order.claim) ? pays(payment, order) : Kind.LATE;
    }

    Kind refund(PaymentId id) {
        var payment = payments.get(id);
        var order = orders.get(payment.order);
        if (payment.status == Status.PAID) return Kind.PAID;
        if (payment.status == Status.STARTED && isEnded(order)) order.status = OrderStatus.REFUNDED;
        payment.status = Status.REFUNDED;
        return Kind.REFUNDED;
    }

    int units(OfferId offer, OrderStatus status) {
        return orders.values().stream()
                .filter(order -> order.claim.offer().equals(offer) && order.status == status)
                .mapToInt(order -> order.claim.quantity())
                .sum();
    }

    Map<OrderId, OrderStatus> statuses() {
        var statuses = new TreeMap<OrderId, OrderStatus>();
        orders.forEach((id, order) -> statuses.put(id, order.status));
        return statuses;
    }

    private Outcome settle(NewOrder order) {
        if (order.expiresAt() != DEADLINE) throw new IllegalArgumentException("deadline");
        var claim = order.claim();
        var known = outcomes.get(claim.id());
        if (known != null) return known;
        var outcome = decide(order);
        outcomes.put(claim.id(), outcome);
        return outcome;
    }

    private Outcome decide(NewOrder order) {
        var claim = order.claim();
        if (claim.quantity() > room(claim.offer())) {
            return new Outcome.Lost(claim.id(), Outcome.Reason.SOLD_OUT);
        }
        if (!isWithinLimit(claim)) {
            return new Outcome.Lost(claim.id(), Outcome.Reason.OVER_LIMIT);
        }
        orders.put(order.order(), new ModelOrder(claim));
        return new Outcome.Won(claim.id(), order.order());
    }

    /// Whether its buyer may have the units of this claim, too.
    private boolean isWithinLimit(Claim claim) {
        int has =
                orders.values().stream()
                        .filter(order -> order.status.hasUnits())
                        .map(order -> order.claim)
                        .filter(c -> c.offer().equals(claim.offer()))
                        .filter(c -> c.buyer().equals(claim.buyer()))
                        .mapToInt(Claim::quantity)
                        .sum();
        return has + claim.quantity() <= PER_BUYER;
    }

    private int room(OfferId offer) {
        int sold = units(offer, OrderStatus.UNPAID) + units(offer, OrderStatus.PAID);
        return stock.get(offer) - sold;
    }

    private static Kind pays(ModelPayment payment, ModelOrder order) {
        payment.status = Status.PAID;
        order.status = OrderStatus.PAID;
        return Kind.PAID;
    }

    private static boolean isEnded(ModelOrder order) {
        return order.status == OrderStatus.CANCELLED || order.status == OrderStatus.EXPIRED;
    }
}
