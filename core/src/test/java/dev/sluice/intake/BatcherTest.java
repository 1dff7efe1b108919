package dev.sluice.intake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.Unavailable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
class BatcherTest {

    private final List<List<Integer>> batches = new CopyOnWriteArrayList<>();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);
    private final AtomicLong nanos = new AtomicLong();

    @Test
    void an_idle_batcher_answers_one_item_at_once() {
        try (var batcher = new Batcher<>("test", 1, 10, 10, nanos::get, this::doubled)) {
            assertEquals(14, join(batcher.submit(7)));
            assertEquals(List.of(List.of(7)), batches);
        }
    }

    @Test
    void what_arrives_during_a_step_is_the_next_batch_in_order() {
        try (var batcher = new Batcher<>("test", 1, 100, 1_000, nanos::get, this::gated)) {
            var first = batcher.submit(0);
            await(entered);
            var rest = IntStream.rangeClosed(1, 250).mapToObj(batcher::submit).toList();
            assertEquals(251, batcher.waitingItems());
            opened.countDown();

            assertEquals(0, join(first));
            for (int i = 0; i < 250; i++) assertEquals(2 * (i + 1), join(rest.get(i)));
            assertEquals(List.of(1, 100, 100, 50), batches.stream().map(List::size).toList());
            var order = batches.stream().flatMap(List::stream).toList();
            assertEquals(IntStream.rangeClosed(0, 250).boxed().toList(), order);
        }
    }

    @Test
    void a_failed_step_fails_its_batch_and_no_other() {
        try (var batcher = new Batcher<>("test", 1, 10, 10, nanos::get, this::failingOnSeven)) {
            assertInstanceOf(Unavailable.class, failure(batcher.submit(7)));
            assertEquals(16, join(batcher.submit(8)));
        }
    }

    @Test
    void one_more_than_may_wait_is_not_taken() {
        try (var batcher = new Batcher<>("test", 1, 2, 3, nanos::get, this::gated)) {
            var first = batcher.submit(0);
            await(entered);
            assertTrue(batcher.submit(1).isPresent());
            assertTrue(batcher.submit(2).isPresent());
            assertEquals(Optional.empty(), batcher.submit(3));
            opened.countDown();
            assertEquals(0, join(first));
        }
        assertEquals(List.of(List.of(0), List.of(1, 2)), batches);
    }

    @Test
    void whoever_waited_too_long_is_told_that_it_is_unknown() {
        try (var batcher = new Batcher<>("test", 1, 10, 10, nanos::get, this::gated)) {
            var slow = batcher.submit(0);
            await(entered);
            nanos.set(1_000);
            var waits = batcher.submit(1);
            nanos.set(1_500);
            batcher.giveUpOn(1_000);

            assertInstanceOf(Unavailable.class, failure(slow));
            assertFalse(waits.orElseThrow().toCompletableFuture().isDone());
            opened.countDown();
            assertEquals(2, join(waits));
        }
    }

    @Test
    void closing_finishes_what_is_there_and_takes_nothing_more() {
        var batcher = new Batcher<>("test", 1, 2, 10, nanos::get, this::gated);
        var taken = new ArrayList<Optional<CompletionStage<Integer>>>();
        for (int i = 0; i < 6; i++) taken.add(batcher.submit(i));
        await(entered);
        opened.countDown();
        batcher.close();

        for (int i = 0; i < 6; i++) assertEquals(2 * i, join(taken.get(i)));
        assertEquals(Optional.empty(), batcher.submit(9));
    }

    @Test
    void an_error_fails_its_batch_and_no_other() {
        try (var batcher = new Batcher<>("test", 1, 1, 10, nanos::get, this::failingOnZero)) {
            var first = batcher.submit(0);
            await(entered);
            var second = batcher.submit(1);
            opened.countDown();

            assertInstanceOf(Unavailable.class, failure(first));
            assertEquals(2, join(second));
            assertEquals(4, join(batcher.submit(2)));
            assertEquals(Optional.empty(), batcher.trouble());
        }
    }

    @Test
    void with_two_lanes_a_batch_goes_beside_one_that_is_under_way() {
        var both = new CountDownLatch(2);
        try (var batcher =
                new Batcher<Integer, Integer>(
                        "test",
                        2,
                        1,
                        10,
                        nanos::get,
                        items -> {
                            both.countDown();
                            await(both);
                            return items;
                        })) {
            var first = batcher.submit(1);
            var second = batcher.submit(2);

            assertEquals(1, join(first));
            assertEquals(2, join(second));
        }
    }

    private List<Integer> doubled(List<Integer> items) {
        batches.add(List.copyOf(items));
        return items.stream().map(i -> 2 * i).toList();
    }

    private List<Integer> gated(List<Integer> items) {
        entered.countDown();
        await(opened);
        return doubled(items);
    }

    private List<Integer> failingOnZero(List<Integer> items) {
        if (!items.contains(0)) return doubled(items);
        entered.countDown();
        await(opened);
        throw new StackOverflowError("planted");
    }

    private List<Integer> failingOnSeven(List<Integer> items) {
        if (items.contains(7)) throw new Unavailable("planted", null);
        return doubled(items);
    }

    private static <R> R join(Optional<CompletionStage<R>> answer) {
        return answer.orElseThrow().toCompletableFuture().join();
    }

    private static <R> Throwable failure(Optional<CompletionStage<R>> answer) {
        return assertThrows(CompletionException.class, () -> join(answer)).getCause();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
