package dev.sluice.rocketmq;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/// Says once that the broker is away and once that it is back, however many calls find out. Safe
/// for any thread.
final class Outage {

    private static final System.Logger LOG = System.getLogger(Outage.class.getName());

    private final String what;
    private final AtomicBoolean away = new AtomicBoolean();

    /// @param what whose messages wait meanwhile
    Outage(String what) {
        this.what = what;
    }

    void seen(Throwable fault) {
        if (away.compareAndSet(false, true)) {
            LOG.log(Level.WARNING, "RocketMQ is away; {0} wait: {1}", what, reason(fault));
        }
    }

    /// What went wrong in the end, in one line: the client wraps it and adds advice.
    static String reason(Throwable fault) {
        var root = fault;
        while (root.getCause() != null) root = root.getCause();
        return root.toString().lines().findFirst().orElseThrow();
    }

    void over() {
        if (away.get() && away.compareAndSet(true, false)) {
            LOG.log(Level.INFO, "RocketMQ is back; {0} go on", what);
        }
    }
}
