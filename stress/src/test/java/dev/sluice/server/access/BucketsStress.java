package dev.sluice.server.access;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE_INTERESTING;

import dev.sluice.id.BuyerId;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// Nobody draws more from a bucket than is in it, and what is in it can be drawn. [Limits] keeps
/// nothing but [Buckets]. No time passes here.
public final class BucketsStress {

    private static final Rate THREE = new Rate(1, 3);
    private static final Rate ONE = new Rate(1, 1);
    private static final BuyerId BUYER = new BuyerId(7);
    private static final String ADDRESS = "192.0.2.7";
    private static final long THEN = 0;
    private static final long NOW = 2_000_000_000;

    private BucketsStress() {}

    /// How many of two draws were granted.
    private static int twice(LongSupplier draw) {
        int granted = 0;
        for (int i = 0; i < 2; i++) if (draw.getAsLong() == 0) granted++;
        return granted;
    }

    /// Two threads draw two each where there are three.
    ///
    /// It turns red when [Rate#tryAcquire] sets the bucket without comparing it: `2, 2`.
    @JCStressTest
    @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "the second had to wait")
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "the first had to wait")
    @State
    public static class Rates {
        private final AtomicLong bucket = THREE.bucket(NOW);

        @Actor
        public void one(II_Result result) {
            result.r1 = twice(() -> THREE.tryAcquire(bucket, NOW));
        }

        @Actor
        public void two(II_Result result) {
            result.r2 = twice(() -> THREE.tryAcquire(bucket, NOW));
        }
    }

    /// The same for an address that comes for the first time.
    @JCStressTest
    @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "the second had to wait")
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "the first had to wait")
    @State
    public static class Addresses {
        private final Buckets buckets = new Buckets(THREE);

        @Actor
        public void one(II_Result result) {
            result.r1 = twice(() -> buckets.tryAcquire(ADDRESS, NOW));
        }

        @Actor
        public void two(II_Result result) {
            result.r2 = twice(() -> buckets.tryAcquire(ADDRESS, NOW));
        }
    }

    /// The same for a buyer who comes for the first time.
    @JCStressTest
    @Outcome(id = "2, 1", expect = ACCEPTABLE, desc = "the second had to wait")
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "the first had to wait")
    @State
    public static class Buyers {
        private final Buckets buckets = new Buckets(THREE);

        @Actor
        public void one(II_Result result) {
            result.r1 = twice(() -> buckets.tryAcquire(BUYER, NOW));
        }

        @Actor
        public void two(II_Result result) {
            result.r2 = twice(() -> buckets.tryAcquire(BUYER, NOW));
        }
    }

    /// An address draws its only one while its bucket, full again, is forgotten. The second number
    /// is how many more it gets afterwards.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "nothing was lost")
    @Outcome(id = "1, 1", expect = ACCEPTABLE_INTERESTING, desc = "one too many, as is allowed")
    @State
    public static class SweptAddresses {
        private final Buckets buckets = new Buckets(ONE);

        public SweptAddresses() {
            if (buckets.tryAcquire(ADDRESS, THEN) > 0) throw new IllegalStateException();
        }

        @Actor
        public void draw(II_Result result) {
            result.r1 = buckets.tryAcquire(ADDRESS, NOW) == 0 ? 1 : 0;
        }

        @Actor
        public void sweep() {
            buckets.sweep(NOW);
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r2 = twice(() -> buckets.tryAcquire(ADDRESS, NOW));
        }
    }

    /// A buyer does the same. Drawing compares what is remembered, so nothing is ever too many.
    @JCStressTest
    @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "nothing was lost")
    @State
    public static class SweptBuyers {
        private final Buckets buckets = new Buckets(ONE);

        public SweptBuyers() {
            if (buckets.tryAcquire(BUYER, THEN) > 0) throw new IllegalStateException();
        }

        @Actor
        public void draw(II_Result result) {
            result.r1 = buckets.tryAcquire(BUYER, NOW) == 0 ? 1 : 0;
        }

        @Actor
        public void sweep() {
            buckets.sweep(NOW);
        }

        @Arbiter
        public void judge(II_Result result) {
            result.r2 = twice(() -> buckets.tryAcquire(BUYER, NOW));
        }
    }
}
