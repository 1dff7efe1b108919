package dev.sluice.contracts;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for what must come true by itself.
public final class Soon {

    private static final long LOOK_NANOS = 2_000_000;

    private Soon() {}

    /// Returns as soon as it is so, and fails when it is not within [HoldSamples#SOON].
    public static void until(String what, BooleanSupplier isSo) {
        long start = System.nanoTime();
        while (!isSo.getAsBoolean()) {
            if (System.nanoTime() - start > HoldSamples.SOON.toNanos()) {
                throw new AssertionError("not in time: " + what);
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
