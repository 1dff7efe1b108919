package dev.sluice.capture;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.network.SSLMode;
import dev.sluice.port.Unavailable;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.random.RandomGenerator;

/// Reads a binary log from its present end on.
///
/// The library closes nothing and starts no thread here: it reads on the thread that calls `read`,
/// and ends when its socket is closed. A server that has nothing to say sends a heartbeat, so a
/// connection that stays silent is dead.
final class BinlogReader implements LogReader {

    private static final int CONNECT_MILLIS = 5_000;
    private static final int HEARTBEAT_MILLIS = 2_000;
    private static final int SILENCE_MILLIS_MAX = 10_000;

    /// Above the ids that people give to servers.
    private static final long SERVER_ID_MIN = 1L << 31;

    private static final long SERVER_ID_BOUND = (1L << 32) - 1;

    /// Held here so that its level stays; what it would say is said by [LoggedChanges].
    private static final Logger LIBRARY = Logger.getLogger(BinaryLogClient.class.getName());

    static {
        LIBRARY.setLevel(Level.OFF);
    }

    private final CaptureConfig config;
    private final BinlogServer server;
    private final RandomGenerator random;
    private volatile Socket socket;
    private volatile boolean stopped;

    BinlogReader(CaptureConfig config, RandomGenerator random) {
        this.config = config;
        this.server = new BinlogServer(config);
        this.random = random;
    }

    @Override
    public void read(Listener listener) {
        var columns = server.prepare();
        var failure = new AtomicReference<Exception>();
        var transactions = new BinlogTransactions(config.schema(), columns, listener);
        var client = client();
        client.setEventDeserializer(transactions.deserializer());
        client.registerEventListener(event -> {
            try {
                transactions.hear(event);
            } catch (RuntimeException e) {
                failure.compareAndSet(null, e);
                closeSocket();
            }
        });
        client.registerLifecycleListener(
                new BinaryLogClient.AbstractLifecycleListener() {
                    @Override
                    public void onCommunicationFailure(BinaryLogClient failed, Exception e) {
                        failure.compareAndSet(null, e);
                    }

                    /// After bytes that make no event, nothing that follows can be trusted.
                    @Override
                    public void onEventDeserializationFailure(BinaryLogClient failed, Exception e) {
                        failure.compareAndSet(null, e);
                        closeSocket();
                    }
                });
        try {
            client.connect();
        } catch (IOException e) {
            failure.compareAndSet(null, e);
        }
        if (stopped) return;
        throw failure.get() == null
                ? new Unavailable("the server has closed the binary log", null)
                : server.fault(failure.get());
    }

    @Override
    public void stop() {
        stopped = true;
        closeSocket();
    }

    private BinaryLogClient client() {
        var client =
                new BinaryLogClient(config.host(), config.port(), config.user(), config.password());
        // A new one each time, so that two nodes with the same one do not push each other out.
        client.setServerId(random.nextLong(SERVER_ID_MIN, SERVER_ID_BOUND));
        client.setKeepAlive(false);
        client.setConnectTimeout(CONNECT_MILLIS);
        client.setHeartbeatInterval(HEARTBEAT_MILLIS);
        client.setSSLMode(sslMode());
        client.setSocketFactory(this::openSocket);
        client.setThreadFactory(task -> Thread.ofPlatform().daemon().unstarted(task));
        return client;
    }

    private Socket openSocket() throws SocketException {
        var opened = new Socket();
        opened.setSoTimeout(SILENCE_MILLIS_MAX);
        opened.setTcpNoDelay(true);
        socket = opened;
        if (stopped) closeSocket();
        return opened;
    }

    private void closeSocket() {
        var opened = socket;
        if (opened == null) return;
        try {
            opened.close();
        } catch (IOException e) {
            LIBRARY.log(Level.FINE, "closing", e);
        }
    }

    /// In the words of both drivers, and with the standard of the one that is used here.
    private SSLMode sslMode() {
        var mode = config.options().getOrDefault("sslMode", "verify-full").toLowerCase(Locale.ROOT);
        return switch (mode) {
            case "disable", "disabled" -> SSLMode.DISABLED;
            case "preferred" -> SSLMode.PREFERRED;
            case "trust", "required" -> SSLMode.REQUIRED;
            case "verify-ca", "verify_ca" -> SSLMode.VERIFY_CA;
            case "verify-full", "verify_identity" -> SSLMode.VERIFY_IDENTITY;
            default -> throw new Unavailable("sslMode has an unknown value: " + mode, null);
        };
    }
}
