package dev.sluice.bench;

/// When each request of an open loop is due. The moments are fixed beforehand: a server that stalls
/// does not slow the schedule down, it makes every request behind the stall late.
///
/// @param startNanos the moment of request 0, on the clock of [System#nanoTime]
/// @param perSecond requests per second; infinity makes all of them due at the start
/// @param count how many requests there are
record Schedule(long startNanos, double perSecond, int count) {
    private static final double NANOS_PER_SECOND = 1e9;

    long momentOf(int request) {
        return startNanos + (long) (request * (NANOS_PER_SECOND / perSecond));
    }

    /// How many requests are due by now, from request 0 on.
    int dueBy(long nowNanos) {
        long elapsed = nowNanos - startNanos;
        if (elapsed < 0) return 0;
        double due = Math.floor(elapsed * (perSecond / NANOS_PER_SECOND)) + 1;
        return due >= count || Double.isNaN(due) ? count : (int) due;
    }
}
