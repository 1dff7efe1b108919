package dev.sluice.settlement;

import dev.sluice.board.BoardOffer;
import dev.sluice.board.Funnel.Step;
import dev.sluice.board.SaleBoard;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.id.PaymentId;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.HoldStore;
import dev.sluice.port.OrderBook;
import dev.sluice.port.OrderBook.Receipt;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Hold;
import dev.sluice.sale.Order;
import dev.sluice.sale.Payment;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/// What becomes of orders: paid, cancelled, expired, revived, refunded. The order book decides and
/// records first; the hold store and the marks follow. When the process dies in between, the hold
/// store is rebuilt from the book, so nothing is lost by that.
///
/// Safe for all threads: each step is guarded in the book.
public final class Orders {

    private static final int EXPIRE_MAX = 1_000;

    private final OrderBook book;
    private final HoldStore store;
    private final SaleBoard sales;
    private final Broadcast broadcast;
    private final InstantSource clock;

    /// Held from the moment an order ends in the book until its units are back in the hold store,
    /// and while late money decides. Else money could revive the order in between, and its units
    /// would be given back although they are paid for. Between nodes reconciliation puts that
    /// right.
    private final ReentrantLock ending = new ReentrantLock();

    /// Ended in the book and not yet given back, since the hold store was away. Guarded by
    /// `ending`. When the process dies, or stays cut off, reconciliation gives them back, and late
    /// money may have revived their orders since: the book is asked again before they are released.
    private final Set<Hold> unreleased = new LinkedHashSet<>();

    public Orders(
            OrderBook book,
            HoldStore store,
            SaleBoard sales,
            Broadcast broadcast,
            InstantSource clock) {
        this.book = book;
        this.store = store;
        this.sales = sales;
        this.broadcast = broadcast;
        this.clock = clock;
    }

    /// Cancels an unpaid order and puts its units on sale again; nothing when it was not unpaid.
    public Optional<Order> cancel(OrderId order) {
        ending.lock();
        try {
            releaseLeft();
            checkStore();
            var cancelled = book.cancel(order, clock.instant());
            cancelled.ifPresent(o -> giveBack(List.of(o), Step.CANCELLED));
            return cancelled;
        } finally {
            ending.unlock();
        }
    }

    /// Expires what is past its deadline and puts the units on sale again; answers how many
    /// orders. A duty loop calls this several times a second.
    public int expireDue() {
        int count = 0;
        List<Order> expired;
        do {
            expired = expireSome();
            count += expired.size();
        } while (expired.size() == EXPIRE_MAX);
        return count;
    }

    private List<Order> expireSome() {
        ending.lock();
        try {
            releaseLeft();
            checkStore();
            var expired = book.expire(clock.instant(), EXPIRE_MAX);
            giveBack(expired, Step.EXPIRED);
            return expired;
        } finally {
            ending.unlock();
        }
    }

    /// A node that is cut off from the hold store ends no orders: it could not give their units
    /// back, and others can do both.
    private void checkStore() {
        var carried = sales.offers().stream().filter(BoardOffer::carried).findFirst();
        carried.ifPresent(offer -> store.balance(offer.id()));
    }

    /// The provider has the money. Money that comes after the order ended revives it if its units
    /// are still free and its buyer may have them, and else goes back. Repeating this changes
    /// nothing.
    public Order pay(PaymentId payment) {
        return pay(payment, Optional.empty());
    }

    /// The same, with the reference that the provider has given to the money.
    public Order pay(PaymentId payment, Optional<String> reference) {
        boolean first = book.findPayment(payment).map(Orders::isOpen).orElse(false);
        var now = clock.instant();
        var receipt =
                reference
                        .map(r -> book.pay(payment, r, now))
                        .orElseGet(() -> book.pay(payment, now));
        if (receipt instanceof Receipt.Late(Order ended)) {
            ending.lock();
            try {
                receipt = late(payment, ended.hold());
            } finally {
                ending.unlock();
            }
        }
        return switch (receipt) {
            case Receipt.Paid(Order order) -> counted(order, first ? Step.PAID : null);
            case Receipt.Refunded(Order order) -> counted(order, first ? Step.REFUNDED : null);
            case Receipt.Late(Order order) ->
                    throw new IllegalStateException("late money undecided: " + order);
        };
    }

    private static boolean isOpen(Payment payment) {
        return payment.status() == Payment.Status.STARTED;
    }

    /// The units are taken in the hold store first, so that no claim gets them meanwhile. An offer
    /// whose sale is over is not in the hold store; then the book's guard alone decides. It knows
    /// nothing of claims that are held, so it does not decide when the store has lost an offer.
    private Receipt late(PaymentId payment, Hold hold) {
        releaseLeft();
        boolean prepared = store.balance(hold.offer()).isPresent();
        if (!prepared && isCarried(hold.offer())) {
            throw new Unavailable("offer " + hold.offer() + " is not prepared", null);
        }
        if (prepared && !store.revive(hold)) return book.refund(payment, clock.instant());
        var receipt = book.revive(payment, clock.instant());
        if (receipt instanceof Receipt.Late) receipt = book.refund(payment, clock.instant());
        boolean refunded = receipt instanceof Receipt.Refunded(Order order) && isOver(order);
        if (prepared && refunded) release(List.of(hold));
        return receipt;
    }

    private boolean isCarried(OfferId offer) {
        return sales.findOffer(offer).filter(BoardOffer::carried).isPresent();
    }

    /// Another payment may have revived the order meanwhile; then the units are the order's.
    private static boolean isOver(Order order) {
        return !order.status().hasUnits();
    }

    private void giveBack(List<Order> orders, Step step) {
        if (orders.isEmpty()) return;
        for (var order : orders) counted(order, step);
        release(orders.stream().map(Order::hold).toList());
    }

    /// The units of orders that the book has just ended.
    private void release(List<Hold> holds) {
        unreleased.addAll(holds);
        store.release(holds);
        holds.forEach(unreleased::remove);
        for (var offer : Settlement.offersOf(holds)) broadcast.send(new Signal.Freed(offer));
    }

    private void releaseLeft() {
        if (unreleased.isEmpty()) return;
        var holds = withoutUnits(book, unreleased);
        unreleased.retainAll(holds);
        release(holds);
    }

    /// Those of these holds that the book counts for no order, and that late money of which nobody
    /// has decided cannot have taken. Whoever decides of it sees to their units. Money is asked for
    /// first: once it is decided, the book says what has become of the order.
    static List<Hold> withoutUnits(OrderBook book, Collection<Hold> holds) {
        var wanted = new HashSet<ClaimId>();
        for (var offer : Settlement.offersOf(holds)) {
            wanted.addAll(book.findUndecided(offer));
            for (var hold : book.supply(offer).sold()) wanted.add(hold.claim());
        }
        return holds.stream().filter(hold -> !wanted.contains(hold.claim())).toList();
    }

    private Order counted(Order order, Step step) {
        if (step == null) return order;
        sales.findOffer(order.hold().offer()).ifPresent(live -> live.funnel().count(step));
        return order;
    }
}
