package dev.sluice.settlement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.plain.PlainShop;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.ClaimId;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class SettlementLoopTest {

    private final PlainShop shop = PlainShop.open(5);
    private final AtomicBoolean held = new AtomicBoolean();

    @Test
    void the_loop_settles_what_arrives() {
        try (var loop = loop(() -> {})) {
            loop.start();
            shop.claim(1, 5, 1);
            awaitEnd(1);
        }
        assertEquals(1, shop.book.orders().size());
    }

    @Test
    void a_held_loop_settles_nothing_and_goes_on_reconciling() throws Exception {
        held.set(true);
        var looks = new CountDownLatch(3);
        try (var loop = loop(looks::countDown)) {
            shop.claim(1, 5, 1);
            loop.start();
            looks.await();
            assertEquals(1, shop.queue.depth());
            held.set(false);
            awaitEnd(1);
        }
    }

    @Test
    void a_loop_outlives_a_book_a_queue_and_a_reconciliation_that_fail() throws Exception {
        var failed = new AtomicBoolean();
        try (var loop =
                loop(() -> {
                    if (!failed.getAndSet(true)) throw new Unavailable("planted", null);
                })) {
            for (var step : new String[] {"take", "settle", "confirm"}) shop.fuses.blowBefore(step);
            shop.claim(1, 5, 1);
            loop.start();
            for (int i = 0; i < 3; i++) shop.fuses.awaitBlown();
            awaitEnd(1);
        }
        assertTrue(failed.get());
    }

    @Test
    void closing_ends_a_loop_that_waits_for_the_book() throws Exception {
        try (var loop = loop(() -> {})) {
            for (int i = 0; i < 1_000; i++) shop.fuses.blowBefore("settle");
            shop.claim(1, 5, 1);
            loop.start();
            shop.fuses.awaitBlown();
        }
        assertEquals(1, shop.queue.depth());
    }

    @Test
    void a_loop_that_never_started_can_be_closed() {
        loop(() -> {}).close();
        assertEquals(0, shop.queue.depth());
    }

    private SettlementLoop loop(Runnable between) {
        var config =
                new SettlementConfig(1_000, List.of(), Duration.ofMillis(50), Duration.ofMillis(1));
        return new SettlementLoop(shop.settlement, config, held::get, between);
    }

    private void awaitEnd(long claim) {
        shop.board.whenEnded(new ClaimId(claim)).toCompletableFuture().join();
    }
}
