package dev.sluice.redis.link;

import dev.sluice.port.Unavailable;
import java.lang.System.Logger.Level;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/// Looks now and then at what a crash of Redis can lose. Servers are configured, and replicas are
/// attached, while nodes run: what was true at the start may not be so any more. A change for the
/// worse is a warning in the log; nothing is stopped by it, since a sale may be under way.
///
/// Safe for many threads.
public final class RedisWatch implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(RedisWatch.class.getName());
    private static final long PERIOD_MILLIS = 10_000;

    private final RedisLink link;
    private final ScheduledFuture<?> looking;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile RedisPersistence last;

    /// Looks at once; [Unavailable] when a server is away, and an [IllegalStateException] when one
    /// throws data away while memory is short.
    public RedisWatch(RedisLink link) {
        this.link = link;
        last = RedisPersistence.read(link);
        looking = link.every(PERIOD_MILLIS, () -> Thread.startVirtualThread(this::look));
    }

    /// What was seen last.
    public RedisPersistence persistence() {
        return last;
    }

    /// The link stays open.
    @Override
    public void close() {
        looking.cancel(false);
    }

    /// A server that is away says nothing new.
    void look() {
        if (!busy.compareAndSet(false, true)) return;
        try {
            note(read());
        } catch (Unavailable away) {
            LOG.log(Level.DEBUG, "not seen what Redis keeps: {0}", away.getMessage());
        } finally {
            busy.set(false);
        }
    }

    private RedisPersistence read() {
        try {
            return RedisPersistence.read(link);
        } catch (IllegalStateException evicting) {
            return new RedisPersistence(false, evicting.getMessage());
        }
    }

    private void note(RedisPersistence now) {
        var before = last;
        if (now.equals(before)) return;
        last = now;
        LOG.log(
                now.isSafe() ? Level.INFO : Level.WARNING,
                "Redis is now set up differently: {0}",
                now.says());
    }
}
