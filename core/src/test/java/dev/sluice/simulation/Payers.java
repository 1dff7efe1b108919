package dev.sluice.simulation;

import dev.sluice.id.OrderId;
import dev.sluice.id.PaymentId;
import dev.sluice.sale.Order;
import dev.sluice.sale.OrderStatus;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Payment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// What buyers do with orders they have won, and the provider who reports their money until it is
/// answered, often late and sometimes twice.
final class Payers {

    private final World world;
    private final Told told;
    private final Deque<PaymentId> reports = new ArrayDeque<>();

    Payers(World world, Told told) {
        this.world = world;
        this.told = told;
    }

    /// Somebody who knows of an order starts to pay it, whatever has become of it since.
    void startOne() {
        any().ifPresent(this::start);
    }

    void cancelOne() {
        any().ifPresent(order -> world.note("cancel " + world.node().orders.cancel(order)));
    }

    /// The provider reports one payment, and sometimes forgets that it did.
    void reportOne() {
        if (reports.isEmpty()) return;
        var payment = reports.poll();
        reports.add(payment);
        report(payment);
        if (!world.faults.happens(0.2)) reports.removeLastOccurrence(payment);
    }

    /// Everyone who was told of an order that can still be paid pays it now.
    void payAll() {
        while (!reports.isEmpty()) reportOne();
        for (var id : won()) {
            var order = world.book.findOrder(id).orElseThrow();
            if (order.status() != OrderStatus.UNPAID) continue;
            start(id);
            reportOne();
        }
    }

    private void start(OrderId id) {
        var order = world.node().book.findOrder(id).orElseThrow();
        var payment =
                new Payment(
                        new PaymentId(world.node().ids.next()),
                        id,
                        "sandbox",
                        order.total(),
                        Payment.Status.STARTED,
                        world.clock.instant());
        world.book.insertPayment(payment);
        reports.add(payment.id());
        world.note("payment " + payment.id() + " for " + id);
    }

    private void report(PaymentId payment) {
        Order order = world.node().orders.pay(payment);
        var late = order.lateMoney().isPresent() ? " revived or refunded" : "";
        world.note("paid " + payment + " " + order.status() + late);
        var status = world.book.findPayment(payment).orElseThrow().status();
        switch (status) {
            case PAID -> told.paid.add(order.id());
            case REFUNDED -> told.refunded.add(payment);
            case STARTED, REFUSED ->
                    throw new AssertionError("answered " + order + " but it is " + status);
        }
    }

    private Optional<OrderId> any() {
        var won = won();
        if (won.isEmpty()) return Optional.empty();
        return Optional.of(won.get(world.random.nextInt(won.size())));
    }

    private List<OrderId> won() {
        return told.ended.values().stream()
                .filter(outcome -> outcome instanceof Outcome.Won)
                .map(outcome -> ((Outcome.Won) outcome).order())
                .toList();
    }
}
