package dev.sluice.settlement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.ClaimId;
import dev.sluice.plain.Fuses;
import dev.sluice.plain.PlainShop;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.OrderBook;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
class SettlementLoopTest {

    private final PlainShop shop = PlainShop.open(5);
    private final AtomicBoolean held = new AtomicBoolean();

    @Test
    void the_loop_settles_what_arrives() {
        try (var loop = loop()) {
            loop.start();
            shop.claim(1, 5, 1);
            awaitEnd(1);
        }
        assertEquals(1, shop.book.orders().size());
    }

    @Test
    void a_held_loop_settles_nothing() throws Exception {
        held.set(true);
        var asked = new CountDownLatch(3);
        try (var loop = loop(asked::countDown)) {
            shop.claim(1, 5, 1);
            loop.start();
            asked.await();
            assertEquals(1, shop.queue.depth());
            held.set(false);
            awaitEnd(1);
        }
    }

    @Test
    void a_loop_outlives_a_book_and_a_queue_that_fail() throws Exception {
        try (var loop = loop()) {
            for (var step : new String[] {"take", "settle", "confirm"}) shop.fuses.blowBefore(step);
            shop.claim(1, 5, 1);
            loop.start();
            for (int i = 0; i < 3; i++) shop.fuses.awaitBlown();
            awaitEnd(1);
        }
        assertEquals(1, shop.book.orders().size());
    }

    /// Another node is there, which takes from the same queue and has a book that answers.
    @Test
    void a_loop_whose_book_is_away_leaves_the_claims_to_others() throws Exception {
        var way = new Fuses();
        way.takeAway("settle");
        var cutOff = shop.settlement(way.around(OrderBook.class, shop.book));
        try (var loop = new SettlementLoop(cutOff, config(), held::get, quickly())) {
            shop.claim(1, 5, 1);
            loop.start();
            while (!shop.fuses.calls().contains("giveBack")) way.awaitBlown();
            // The call is noted before it has any effect.
            while (shop.queue.depth() > 0) shop.settleAll();

            // It goes on asking for the book, and takes nothing before the book answers.
            shop.claim(2, 6, 1);
            for (int i = 0; i < 5; i++) way.awaitBlown();
            assertEquals(1, shop.take().size());
            shop.queue.crash();
            way.mend();
            awaitEnd(2);
        }
        assertFalse(shop.fuses.calls().contains("retry"));
    }

    /// Claims come by a broker that is there, and the store that holds their units is not.
    @Test
    void a_loop_whose_store_is_away_leaves_the_claims_to_others() throws Exception {
        shop.fuses.takeAway("confirm");
        shop.fuses.takeAway("check");
        shop.claim(1, 5, 1);
        try (var loop = loop()) {
            loop.start();
            while (asked("check") < 5) shop.fuses.awaitBlown();
            assertEquals(1, shop.take().size());
            shop.queue.crash();
            shop.fuses.mend();
            awaitEnd(1);
        }
        assertFalse(shop.fuses.calls().contains("retry"));
    }

    @Test
    void a_bug_in_giving_back_keeps_no_claim_from_others() throws Exception {
        var bugs = new AtomicBoolean(true);
        var way = new Fuses();
        way.takeAway("settle");
        var cutOff = shop.settlement(buggy(bugs), way.around(OrderBook.class, shop.book));
        shop.claim(1, 5, 1);
        try (var loop = new SettlementLoop(cutOff, config(), held::get, quickly())) {
            loop.start();
            while (loop.trouble().isEmpty()) Thread.onSpinWait();
            bugs.set(false);
            while (shop.queue.depth() > 0) shop.settleAll();
        }
        assertEquals(1, shop.book.orders().size());
    }

    @Test
    void an_interrupt_keeps_no_claim_from_others() throws Exception {
        var way = new Fuses();
        way.takeAway("settle");
        var cutOff = shop.settlement(way.around(OrderBook.class, shop.book));
        var interrupts = new AtomicInteger(1);
        shop.claim(1, 5, 1);
        try (var loop =
                new SettlementLoop(cutOff, config(), () -> interrupt(interrupts), () -> 0)) {
            loop.start();
            way.awaitBlown();
            while (shop.queue.depth() > 0) shop.settleAll();
        }
        assertEquals(1, shop.book.orders().size());
    }

    @Test
    void a_loop_outlives_bugs_and_says_so_when_they_stay() throws Exception {
        shop.claim(1, 5, 1);
        shop.broadcast.breakNext(Integer.MAX_VALUE);
        try (var loop = loop()) {
            assertEquals(Optional.empty(), loop.trouble());
            loop.start();
            while (loop.trouble().isEmpty()) Thread.onSpinWait();
            assertTrue(loop.trouble().get().contains("a planted bug"), loop.trouble()::get);
            shop.broadcast.breakNext(0);
            awaitEnd(1);
            while (loop.trouble().isPresent()) Thread.onSpinWait();
        }
        assertEquals(List.of(), shop.queue.parked(9));
        assertEquals(0, shop.queue.depth());
    }

    @Test
    void closing_ends_a_loop_that_waits_for_the_book() throws Exception {
        try (var loop = loop()) {
            shop.fuses.takeAway("settle");
            shop.claim(1, 5, 1);
            loop.start();
            shop.fuses.awaitBlown();
        }
        assertEquals(1, shop.queue.depth());
    }

    @Test
    void a_loop_that_never_started_can_be_closed() {
        loop().close();
        assertEquals(0, shop.queue.depth());
    }

    private long asked(String method) {
        return shop.fuses.calls().stream().filter(method::equals).count();
    }

    private ClaimQueue buggy(AtomicBoolean bugs) {
        return (ClaimQueue)
                Proxy.newProxyInstance(
                        ClaimQueue.class.getClassLoader(),
                        new Class<?>[] {ClaimQueue.class},
                        (_, method, arguments) -> {
                            if (method.getName().equals("giveBack") && bugs.get()) {
                                throw new IllegalStateException("a planted bug");
                            }
                            return method.invoke(shop.queue, arguments);
                        });
    }

    /// Interrupts the thread that asks, so many times, and lets it go on.
    private static boolean interrupt(AtomicInteger left) {
        if (left.getAndDecrement() > 0) Thread.currentThread().interrupt();
        return false;
    }

    private SettlementLoop loop() {
        return loop(() -> {});
    }

    /// @param asked called whenever the loop asks whether it is held
    private SettlementLoop loop(Runnable asked) {
        return new SettlementLoop(
                shop.settlement,
                config(),
                () -> {
                    asked.run();
                    return held.get();
                },
                quickly());
    }

    /// A quarter of a second goes by at each look.
    private static LongSupplier quickly() {
        var looks = new AtomicLong();
        return () -> looks.incrementAndGet() * 250_000_000;
    }

    private static SettlementConfig config() {
        return new SettlementConfig(1_000, List.of(), Duration.ofMillis(50), Duration.ofMillis(1));
    }

    private void awaitEnd(long claim) {
        shop.board.whenEnded(new ClaimId(claim)).toCompletableFuture().join();
    }
}
