package dev.sluice.zookeeper;

import dev.sluice.news.Inbox;
import dev.sluice.port.EnvelopeText;
import dev.sluice.port.Transport;
import dev.sluice.port.Unavailable;
import java.lang.System.Logger.Level;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.watch.PersistentWatcher;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.CreateMode;

/// Transport by nodes of ZooKeeper: each envelope is a child that ZooKeeper numbers, and everyone
/// watches the parent.
///
/// A watch only wakes the one thread that reads: it asks for the children, reads those beyond the
/// last number it knows, in their order, and tells the subscribers. So nothing depends on how many
/// watches fire, on the connection or on the session: after either was lost, reading goes on where
/// it was. The thread also looks once a second by itself.
///
/// Whoever sent the latest signal removes those that have been there for a while.
///
/// Safe for many threads. Subscribers are called on the reading thread. `send` waits for ZooKeeper,
/// and while there is no connection it fails at once.
public final class ZooKeeperTransport implements Transport, AutoCloseable {

    private static final System.Logger LOG = System.getLogger(ZooKeeperTransport.class.getName());
    private static final long LOOK_MILLIS = 1_000;

    /// A signal that was not read for so long has been missed and healed.
    private static final long KEPT_MILLIS = 20_000;

    private final CuratorFramework client;
    private final String parent;
    private final PersistentWatcher watcher;
    private final SignalFeed feed;
    private final Inbox inbox = new Inbox();
    private final Semaphore pokes = new Semaphore(0);
    private final Thread thread;
    private volatile boolean closed;

    /// Listens when this returns; [Unavailable] when ZooKeeper is away.
    public ZooKeeperTransport(ZooKeeperConfig config) {
        this(config, KEPT_MILLIS);
    }

    ZooKeeperTransport(ZooKeeperConfig config, long keptMillis) {
        int millis = Math.toIntExact(config.timeout().toMillis());
        // Nothing is tried again behind our back: signals would change their order.
        client =
                CuratorFrameworkFactory.newClient(
                        config.servers(), millis, millis, new RetryNTimes(0, 0));
        parent = config.path() + "/signals";
        feed = new SignalFeed(client, parent, keptMillis);
        watcher = new PersistentWatcher(client, parent, false);
        watcher.getListenable().addListener(event -> pokes.release());
        watcher.getResetListenable().addListener(pokes::release);
        client.start();
        try {
            if (!client.blockUntilConnected(millis, TimeUnit.MILLISECONDS)) {
                throw new Unavailable("no ZooKeeper at " + config.servers(), null);
            }
            feed.begin();
            watcher.start();
        } catch (Exception e) {
            client.close();
            throw unavailable("ZooKeeper cannot be listened to", e);
        }
        thread = Thread.ofPlatform().name("sluice-zookeeper").daemon().start(this::listen);
    }

    /// The parts of one signal follow each other.
    @Override
    public synchronized void send(Envelope envelope) {
        var text = EnvelopeText.of(envelope);
        if (!client.getZookeeperClient().isConnected()) {
            throw new Unavailable("no connection to ZooKeeper", null);
        }
        try {
            for (var part : Parts.cut(feed.self(), text)) {
                client.create()
                        .creatingParentsIfNeeded()
                        .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                        .forPath(parent + "/" + SignalFeed.NAME, part);
            }
        } catch (Exception e) {
            throw unavailable("ZooKeeper did not take a signal", e);
        }
    }

    @Override
    public void subscribe(Consumer<Envelope> subscriber) {
        inbox.subscribe(subscriber);
    }

    @Override
    public void close() {
        closed = true;
        pokes.release();
        try {
            thread.join(LOOK_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
        watcher.close();
        client.close();
    }

    /// For tests, which end its sessions.
    CuratorFramework client() {
        return client;
    }

    private void listen() {
        try {
            while (!closed) {
                pokes.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                pokes.drainPermits();
                if (!closed && client.getZookeeperClient().isConnected()) read();
            }
        } catch (InterruptedException closing) {
            LOG.log(Level.DEBUG, "no more signals are read");
        }
    }

    private void read() throws InterruptedException {
        try {
            feed.read(inbox::hear);
        } catch (InterruptedException closing) {
            throw closing;
        } catch (Exception e) {
            LOG.log(Level.DEBUG, "signals wait in ZooKeeper: {0}", e.getMessage());
        }
    }

    private static Unavailable unavailable(String message, Exception e) {
        if (e instanceof Unavailable fault) return fault;
        if (e instanceof InterruptedException) Thread.currentThread().interrupt();
        return new Unavailable(message + ": " + e.getMessage(), e);
    }
}
