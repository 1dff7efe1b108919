package dev.sluice.intake;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/// Each item that a [Batcher] takes is in one batch and is answered, whoever else submits or closes
/// it at that moment. When `close` has returned, every answer is there.
public final class BatcherStress {

    private BatcherStress() {}

    /// Answers each item with itself, and counts the items.
    private static Batcher<Integer, Integer> batcher(int stepsMax, AtomicInteger done) {
        return new Batcher<>(
                "stress",
                stepsMax,
                2,
                8,
                () -> 0,
                items -> {
                    done.addAndGet(items.size());
                    return List.copyOf(items);
                });
    }

    /// 0 when the item was not taken, -1 when it has no answer.
    private static int answer(Optional<CompletionStage<Integer>> stage) {
        return stage.map(answer -> answer.toCompletableFuture().getNow(-1)).orElse(0);
    }

    /// Two threads submit to a batcher of two steps. The last number counts all items.
    ///
    /// It turns red when `submit` adds the item before it has the lock: one of them gets lost, -1.
    @JCStressTest
    @Outcome(id = "1, 2, 2", expect = ACCEPTABLE, desc = "each is answered, from one batch")
    @State
    public static class Submits {
        private final AtomicInteger done = new AtomicInteger();
        private final Batcher<Integer, Integer> batcher = batcher(2, done);
        private Optional<CompletionStage<Integer>> first;
        private Optional<CompletionStage<Integer>> second;

        @Actor
        public void one() {
            first = batcher.submit(1);
        }

        @Actor
        public void two() {
            second = batcher.submit(2);
        }

        @Arbiter
        public void judge(III_Result result) {
            batcher.close();
            result.r1 = answer(first);
            result.r2 = answer(second);
            result.r3 = done.get();
        }
    }

    /// One thread submits while another closes.
    @JCStressTest
    @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "closed before: not taken, in no batch")
    @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "taken before it closed, and answered")
    @State
    public static class Closes {
        private final AtomicInteger done = new AtomicInteger();
        private final Batcher<Integer, Integer> batcher = batcher(1, done);
        private Optional<CompletionStage<Integer>> stage;

        @Actor
        public void submit() {
            stage = batcher.submit(1);
        }

        @Actor
        public void close() {
            batcher.close();
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r1 = answer(stage);
            result.r2 = done.get();
        }
    }
}
