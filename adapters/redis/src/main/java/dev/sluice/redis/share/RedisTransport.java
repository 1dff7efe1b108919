package dev.sluice.redis.share;

import dev.sluice.news.Inbox;
import dev.sluice.port.EnvelopeText;
import dev.sluice.port.Transport;
import dev.sluice.port.Unavailable;
import dev.sluice.redis.link.RedisLane;
import dev.sluice.redis.link.RedisLink;
import dev.sluice.redis.link.RedisSession;
import dev.sluice.redis.link.Utf8;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.lang.System.Logger.Level;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// Transport by the publish and subscribe of Redis. A cluster carries what is published on any of
/// its servers to all of them, so that it does not matter where a node listens.
///
/// Signals are heard on a connection of their own. Twice a second it is looked at: when it is
/// broken, does not answer, or the link has gone over to another server, another one is opened.
/// What is published meanwhile is not heard here; [dev.sluice.cluster.NumberedBroadcast] notices.
///
/// Safe for many threads. Subscribers are called on the thread of the connection. `send` waits for
/// Redis, at most as long as its timeout.
public final class RedisTransport implements Transport, AutoCloseable {

    private static final System.Logger LOG = System.getLogger(RedisTransport.class.getName());
    private static final long LOOK_MILLIS = 500;

    /// @param of what the lane had when this was opened
    private record Listening(
            RedisSession of, StatefulRedisPubSubConnection<String, String> connection) {}

    private final RedisLink link;
    private final String channel;
    private final Inbox inbox = new Inbox();
    private final ScheduledExecutorService timer =
            Executors.newSingleThreadScheduledExecutor(
                    Thread.ofPlatform().daemon().name("sluice-redis-signals").factory());

    // Only the constructor and the timer's thread use it.
    private Listening listening;

    /// Listens when this returns; [Unavailable] when Redis is away.
    public RedisTransport(RedisLink link) {
        this.link = link;
        this.channel = link.config().prefix() + ":signals";
        try {
            this.listening = listen();
        } catch (RuntimeException e) {
            timer.shutdownNow();
            throw e;
        }
        timer.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void send(Envelope envelope) {
        var text = Utf8.wrap(EnvelopeText.of(envelope));
        lane().call(redis -> redis.publish(channel, text));
    }

    @Override
    public void subscribe(Consumer<Envelope> subscriber) {
        inbox.subscribe(subscriber);
    }

    /// The link stays open.
    @Override
    public void close() {
        timer.shutdown();
        try {
            long millis = link.config().timeout().toMillis();
            if (!timer.awaitTermination(millis, TimeUnit.MILLISECONDS)) timer.shutdownNow();
        } catch (InterruptedException e) {
            timer.shutdownNow();
            Thread.currentThread().interrupt();
        }
        if (listening != null) listening.connection.closeAsync();
    }

    /// Any that is connected will do.
    private RedisLane lane() {
        for (var lane : link.lanes()) if (lane.isConnected()) return lane;
        return link.lane(0);
    }

    private void look() {
        try {
            if (listening != null && isWell(listening)) return;
            if (listening != null) listening.connection.closeAsync();
            listening = null;
            listening = listen();
            LOG.log(Level.INFO, "signals are heard again, from Redis at {0}", listening.of.host());
        } catch (Unavailable fault) {
            LOG.log(Level.DEBUG, "no signals are heard: {0}", fault.getMessage());
        } catch (RuntimeException | Error bug) {
            LOG.log(Level.ERROR, "the look at the connection failed; it is tried again", bug);
        }
    }

    private boolean isWell(Listening now) {
        if (!now.connection.isOpen() || lane().session() != now.of) return false;
        return isAnswering(now.connection);
    }

    private Listening listen() {
        var lane = lane();
        var of = lane.session();
        var connection = lane.openPubSub();
        connection.addListener(new Ears());
        try {
            connection.async().subscribe(channel);
        } catch (RuntimeException e) {
            connection.closeAsync();
            throw new Unavailable("Redis takes no subscription", e);
        }
        // The answer comes after that of the subscription.
        if (isAnswering(connection)) return new Listening(of, connection);
        connection.closeAsync();
        throw new Unavailable("Redis does not answer on the connection for signals", null);
    }

    private boolean isAnswering(StatefulRedisPubSubConnection<String, String> connection) {
        try {
            long millis = link.config().timeout().toMillis();
            connection.async().ping().get(millis, TimeUnit.MILLISECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException | TimeoutException | RuntimeException e) {
            LOG.log(Level.DEBUG, "no answer on the connection for signals", e);
            return false;
        }
    }

    private final class Ears extends RedisPubSubAdapter<String, String> {

        @Override
        public void message(String from, String text) {
            inbox.hear(Utf8.unwrap(text));
        }
    }
}
