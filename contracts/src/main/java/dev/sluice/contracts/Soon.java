package dev.sluice.contracts;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.function.Executable;

/// Waits for what must come true by itself. This is the one place where a test waits by the clock:
/// the limit is so generous that only what never comes meets it, on a busy machine, too.
public final class Soon {

    /// How long what must come may take. It is not waited out when all is well.
    public static final Duration LIMIT = Duration.ofSeconds(60);

    private static final long LOOK_NANOS = 2_000_000;

    private Soon() {}

    /// Returns as soon as it is so, and fails when it is not within [#LIMIT].
    public static void until(String what, Callable<Boolean> isSo) {
        until(() -> what, isSo);
    }

    /// With words that are made when it was not in time, and then say how things stand.
    public static void until(Supplier<String> what, Callable<Boolean> isSo) {
        until(LIMIT, what, isSo);
    }

    /// For what takes longer than anything else, such as a crowd.
    public static void until(Duration limit, Supplier<String> what, Callable<Boolean> isSo) {
        long start = System.nanoTime();
        while (!ask(isSo)) {
            if (System.nanoTime() - start > limit.toNanos()) {
                throw new AssertionError("not in time: " + what.get());
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }

    /// Waits for a latch.
    public static void until(String what, CountDownLatch latch) throws InterruptedException {
        if (latch.await(LIMIT.toNanos(), TimeUnit.NANOSECONDS)) return;
        throw new AssertionError("not in time: " + what);
    }

    /// Calls what must come back by itself, and fails when it does not.
    public static void returns(String what, Executable call) {
        var failure = new AtomicReference<Throwable>();
        var caller =
                Thread.ofPlatform()
                        .daemon()
                        .start(() -> {
                            try {
                                call.execute();
                            } catch (Throwable e) {
                                failure.set(e);
                            }
                        });
        until(what, () -> !caller.isAlive());
        if (failure.get() != null) throw new AssertionError(what, failure.get());
    }

    private static boolean ask(Callable<Boolean> isSo) {
        try {
            return isSo.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
