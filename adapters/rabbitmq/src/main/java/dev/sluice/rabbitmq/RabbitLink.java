package dev.sluice.rabbitmq;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.SocketConfigurators;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.Socket;
import java.security.NoSuchAlgorithmException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;

/// A node's two connections to the broker: one to publish and one to consume, since a broker that
/// runs short of memory or disk stops reading from connections that publish. All that a node does
/// with RabbitMQ goes over one link.
///
/// A connection is made when a channel is first asked for and after it was lost. The client's own
/// recovery is off: whoever had a channel opens another and declares everything anew, so there is
/// one way to begin and no state that could be stale.
public final class RabbitLink implements AutoCloseable {

    /// What a connection is for.
    enum Use {
        PUBLISHING,
        CONSUMING
    }

    private static final Logger LOG = System.getLogger(RabbitLink.class.getName());

    private final RabbitConfig config;
    private final List<RabbitUrl> brokers;
    private final Map<Use, Slot> slots = new EnumMap<>(Use.class);
    private final ExecutorService consumers;
    private final ScheduledThreadPoolExecutor alarms;
    private volatile boolean closed;

    /// One of the two connections. The fields are guarded by the lock, apart from the socket, which
    /// is there to be closed by another thread.
    private static final class Slot {
        final ReentrantLock lock = new ReentrantLock();
        Connection connection;
        int next;
        volatile Socket socket;
    }

    /// Connects when it is used.
    public RabbitLink(RabbitConfig config) {
        this.config = config;
        this.brokers = config.brokers();
        for (var use : Use.values()) slots.put(use, new Slot());
        this.consumers =
                Executors.newCachedThreadPool(
                        Thread.ofPlatform().daemon().name("sluice-rabbit-consumer-", 1).factory());
        this.alarms =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("sluice-rabbit-alarm").factory());
        alarms.setRemoveOnCancelPolicy(true);
    }

    RabbitConfig config() {
        return config;
    }

    /// The name of a queue or an exchange.
    String name(String part) {
        return config.prefix() + "." + part;
    }

    /// A new channel, on a new connection when there is none. It takes as long as the brokers take
    /// to be reached, each within the timeout.
    Channel open(Use use) throws IOException, TimeoutException {
        var slot = slots.get(use);
        slot.lock.lock();
        try {
            if (closed) throw new IOException("the link is closed");
            if (slot.connection == null || !slot.connection.isOpen()) connect(use, slot);
            var channel = slot.connection.createChannel();
            if (channel == null) throw new IOException("the broker allows no further channel");
            return channel;
        } finally {
            slot.lock.unlock();
        }
    }

    /// Ends a connection at once, also while a thread is stuck writing to it.
    void cut(Use use) {
        var socket = slots.get(use).socket;
        if (socket == null) return;
        try {
            socket.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, "a socket did not close", e);
        }
    }

    /// Does something after so long, unless it is cancelled.
    Future<?> after(long nanos, Runnable action) {
        return alarms.schedule(action, nanos, TimeUnit.NANOSECONDS);
    }

    /// What has not been acknowledged goes to other nodes.
    @Override
    public void close() {
        closed = true;
        for (var slot : slots.values()) {
            slot.lock.lock();
            try {
                if (slot.connection != null) slot.connection.abort(timeoutMillis());
            } finally {
                slot.lock.unlock();
            }
        }
        alarms.shutdownNow();
        consumers.shutdown();
    }

    private void connect(Use use, Slot slot) throws IOException, TimeoutException {
        IOException failure = null;
        for (int i = 0; i < brokers.size(); i++) {
            var broker = brokers.get((slot.next + i) % brokers.size());
            try {
                slot.connection = connect(use, slot, broker);
                slot.next = (slot.next + i) % brokers.size();
                LOG.log(Level.INFO, "connected to {0} for {1}", broker, name(use));
                return;
            } catch (IOException | TimeoutException e) {
                var why = new IOException(broker + " cannot be reached: " + e, e);
                if (failure == null) failure = why;
                else failure.addSuppressed(why);
            }
        }
        throw failure;
    }

    private Connection connect(Use use, Slot slot, RabbitUrl broker)
            throws IOException, TimeoutException {
        var factory = new ConnectionFactory();
        factory.setUsername(broker.user());
        factory.setPassword(broker.password());
        factory.setVirtualHost(broker.vhost());
        factory.setAutomaticRecoveryEnabled(false);
        factory.setConnectionTimeout(timeoutMillis());
        factory.setHandshakeTimeout(timeoutMillis());
        factory.setChannelRpcTimeout(timeoutMillis());
        factory.setShutdownTimeout(timeoutMillis());
        factory.setRequestedHeartbeat(Math.max(1, timeoutMillis() / 1_000));
        factory.setThreadFactory(
                Thread.ofPlatform().daemon().name("sluice-rabbit-" + name(use) + "-", 1).factory());
        factory.setSocketConfigurator(
                SocketConfigurators.defaultConfigurator().andThen(s -> slot.socket = s));
        if (broker.tls()) {
            factory.useSslProtocol(trust());
            factory.enableHostnameVerification();
        }
        var address = List.of(new Address(broker.host(), broker.port()));
        return factory.newConnection(consumers, address, config.prefix() + " " + name(use));
    }

    private static SSLContext trust() throws IOException {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new IOException(e);
        }
    }

    private static String name(Use use) {
        return switch (use) {
            case PUBLISHING -> "publishing";
            case CONSUMING -> "consuming";
        };
    }

    private int timeoutMillis() {
        return Math.toIntExact(config.timeout().toMillis());
    }
}
