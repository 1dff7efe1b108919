package dev.sluice.server.payment;

import dev.sluice.id.OrderId;
import java.util.concurrent.locks.ReentrantLock;

/// What happens to one order's payments happens one after the other on this node, so that two calls
/// at once start one payment, and two notices at once count once in the funnel. Orders share the
/// locks, of which there are so many that hardly any order waits for another.
public final class PaymentTurns {

    private static final int STRIPES = 64;

    private final ReentrantLock[] locks = new ReentrantLock[STRIPES];

    public PaymentTurns() {
        for (int i = 0; i < STRIPES; i++) locks[i] = new ReentrantLock();
    }

    ReentrantLock of(OrderId order) {
        return locks[Math.floorMod(Long.hashCode(order.value()), STRIPES)];
    }
}
