package dev.sluice.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Keeps one channel open for as long as it is open itself. Its thread opens a channel, lets the
/// owner declare and consume what it needs, waits until the channel is gone, tells the owner, and
/// begins again, with growing pauses while the broker is away.
final class ChannelKeeper implements AutoCloseable {

    /// Who uses the channel. Both methods are called on the keeper's thread.
    interface Owner {

        /// Declares and consumes. The channel may be used by others when this returns.
        void opened(Channel channel) throws IOException;

        /// The channel is of no use any more. Called once after each `opened`, also after one that
        /// failed.
        void lost();
    }

    private static final Logger LOG = System.getLogger(ChannelKeeper.class.getName());
    private static final Duration PAUSE_FIRST = Duration.ofMillis(100);
    private static final Duration PAUSE_MAX = Duration.ofSeconds(2);

    private final RabbitLink link;
    private final RabbitLink.Use use;
    private final String name;
    private final Owner owner;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread thread;
    // Guarded by `lock`. The channel to give up, and whether there is one in use.
    private Channel spent;
    private boolean open;
    private boolean closed;
    private String trouble = "it has not been reached yet";

    /// @param name what the channel is for, as in "claims"
    ChannelKeeper(RabbitLink link, RabbitLink.Use use, String name, Owner owner) {
        this.link = link;
        this.use = use;
        this.name = name;
        this.owner = owner;
        this.thread =
                Thread.ofPlatform().daemon().name("sluice-rabbit-" + name).unstarted(this::run);
    }

    /// Begins, and waits for the first channel up to the timeout. Without one it goes on trying.
    void start() {
        thread.start();
        lock.lock();
        try {
            long left = link.config().timeout().toNanos();
            while (!open && !closed && left > 0) left = changed.awaitNanos(left);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /// Gives this channel up, if it is the present one, and opens another. It never blocks.
    void renew(Channel channel) {
        lock.lock();
        try {
            spent = channel;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Why there is no channel.
    String trouble() {
        lock.lock();
        try {
            return trouble;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (!thread.isAlive()) return;
        try {
            // A keeper that is connecting ends by itself when that has failed.
            thread.join(link.config().timeout());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        var pause = PAUSE_FIRST;
        while (!isClosed()) {
            boolean served = serve();
            if (served) pause = PAUSE_FIRST;
            pause(pause);
            var longer = pause.multipliedBy(2);
            pause = longer.compareTo(PAUSE_MAX) < 0 ? longer : PAUSE_MAX;
        }
    }

    /// From a new channel to its end; whether there was one.
    private boolean serve() {
        Channel channel;
        try {
            channel = link.open(use);
        } catch (IOException | TimeoutException | ShutdownSignalException e) {
            troubled(e);
            return false;
        } catch (RuntimeException | Error bug) {
            failed(bug);
            return false;
        }
        try {
            channel.addShutdownListener(_ -> renew(channel));
            owner.opened(channel);
            ready(true);
            LOG.log(Level.DEBUG, "{0} is open", name);
            awaitEnd(channel);
            if (!channel.isOpen()) troubled(channel.getCloseReason());
            return true;
        } catch (IOException | ShutdownSignalException e) {
            troubled(e);
            return false;
        } catch (RuntimeException | Error bug) {
            failed(bug);
            return false;
        } finally {
            ready(false);
            owner.lost();
            abort(channel);
        }
    }

    private void ready(boolean isOpen) {
        lock.lock();
        try {
            open = isOpen;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void awaitEnd(Channel channel) {
        lock.lock();
        try {
            while (spent != channel && !closed) changed.awaitUninterruptibly();
        } finally {
            lock.unlock();
        }
    }

    private void pause(Duration pause) {
        lock.lock();
        try {
            long left = pause.toNanos();
            while (left > 0 && !closed) left = changed.awaitNanos(left);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    /// Says so when it begins and when it is another trouble, not at each attempt.
    private void troubled(Throwable cause) {
        if (isClosed()) return;
        var text = reason(cause);
        lock.lock();
        try {
            if (text.equals(trouble)) return;
            trouble = text;
        } finally {
            lock.unlock();
        }
        LOG.log(Level.WARNING, "{0} waits for the broker: {1}", name, text);
    }

    /// The thread outlives it, as it does a broker that is away.
    private void failed(Throwable bug) {
        LOG.log(Level.ERROR, name + " failed; it is opened anew", bug);
    }

    /// The client wraps what the broker says in exceptions without a message.
    private static String reason(Throwable cause) {
        for (var at = cause; at != null; at = at.getCause()) {
            if (at.getMessage() != null) return at.getMessage();
        }
        return cause.toString();
    }

    private boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    private static void abort(Channel channel) {
        try {
            channel.abort();
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.DEBUG, "a channel did not close", e);
        }
    }
}
