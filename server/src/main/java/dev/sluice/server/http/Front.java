package dev.sluice.server.http;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.sluice.server.config.StartFailure;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SocketAddress;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The HTTP server: as many event loops as configured, all behind one port, with native epoll where
/// there is one.
public final class Front implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Front.class);
    private static final Duration START_MAX = Duration.ofSeconds(20);
    private static final Duration CLOSE_MAX = Duration.ofSeconds(2);

    /// What the system takes of an answer before any of it is read. Left to itself it takes some
    /// megabytes for each connection, and the loop spends its time handing them over.
    private static final int SEND_BUFFER = 128 * 1024;

    private final HttpContext context;
    private final LongSupplier nanos;
    private final Vertx vertx;
    private final int loops;
    private final List<HttpServer> servers = new CopyOnWriteArrayList<>();
    private final Connections connections;
    private Future<?> stopped;

    public Front(HttpContext context, LongSupplier nanos) {
        this.context = context;
        this.nanos = nanos;
        int configured = context.config().eventLoops();
        this.loops = configured > 0 ? configured : Runtime.getRuntime().availableProcessors();
        this.vertx =
                Vertx.builder()
                        .with(
                                new VertxOptions()
                                        .setEventLoopPoolSize(loops)
                                        .setPreferNativeTransport(true))
                        .build();
        this.connections = connections(context.config(), nanos);
        connections.register(context.metrics());
    }

    Vertx vertx() {
        return vertx;
    }

    /// Listens; when this returns, requests are answered.
    public void start() {
        var options = new DeploymentOptions().setInstances(loops);
        try {
            await(vertx.deployVerticle(() -> new Loop(this, context, nanos), options), START_MAX);
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } catch (TimeoutException e) {
            throw new StartFailure("The HTTP server did not start within " + START_MAX + ".");
        }
    }

    public int port() {
        return servers.getFirst().actualPort();
    }

    public Connections connections() {
        return connections;
    }

    private static Connections connections(ServerConfig config, LongSupplier nanos) {
        long files = filesMax();
        int max = Connections.max(config.connectionsMax(), files);
        if (max < config.connectionsMax()) {
            LOG.warn(
                    "At most {} connections at a time instead of {}, since this process may have"
                            + " only {} files open (ulimit -n)",
                    max,
                    config.connectionsMax(),
                    files);
        }
        return new Connections(max, config.connectionsPerAddressMax(), nanos);
    }

    /// How many files and connections the system allows this process.
    private static long filesMax() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }

    /// Stops accepting. Connections end once they have nothing under way, at the latest after the
    /// patience.
    public void stopAccepting(Duration patience) {
        stopped = Future.join(servers.stream().map(server -> server.shutdown(patience)).toList());
    }

    /// Waits that long for what was under way when the front stopped accepting.
    public void awaitStopped(Duration patience) {
        try {
            await(stopped, patience);
        } catch (ExecutionException | TimeoutException late) {
            return;
        }
    }

    @Override
    public void close() {
        try {
            await(vertx.close(), CLOSE_MAX);
        } catch (ExecutionException | TimeoutException late) {
            return;
        }
    }

    /// The options of each loop's server.
    HttpServerOptions options() {
        var config = context.config();
        return new HttpServerOptions()
                .setAcceptBacklog(4_096)
                .setTcpNoDelay(true)
                .setReuseAddress(true)
                .setSendBufferSize(SEND_BUFFER)
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                .setIdleTimeout(Math.toIntExact(config.idleTimeout().toMillis()))
                .setMaxInitialLineLength(ServerConfig.REQUEST_LINE_MAX)
                .setMaxHeaderSize(ServerConfig.HEADERS_MAX)
                .setHandle100ContinueAutomatically(true)
                .setHttp2ClearTextEnabled(false)
                .setDecompressionSupported(false)
                .setCompressionSupported(false)
                // Answers here are short, and each compressor in the pipeline costs every request.
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                // What is a little too long is told so; what is longer is not kept for that.
                .setMaxWebSocketFrameSize(2 * SocketGuard.MESSAGE_MAX)
                .setMaxWebSocketMessageSize(2 * SocketGuard.MESSAGE_MAX);
    }

    /// Where each loop's server listens. A random port is one and the same for all of them.
    SocketAddress address() {
        var config = context.config();
        return config.port() == 0
                ? SocketAddress.sharedRandomPort(1, config.host())
                : SocketAddress.inetSocketAddress(config.port(), config.host());
    }

    void listening(HttpServer server) {
        servers.add(server);
    }

    /// The native transport has its own exception for what the JDK calls a `BindException`.
    private StartFailure failure(Throwable cause) {
        var config = context.config();
        var message = String.valueOf(cause.getMessage());
        if (message.contains("in use")) {
            return new StartFailure(
                    "Port %d is in use. Stop what uses it, or choose another with --port N."
                            .formatted(config.port()));
        }
        return new StartFailure(
                "Cannot listen on port %d of %s: %s. Choose others with --port N, --host NAME."
                        .formatted(config.port(), config.host(), message));
    }

    private static void await(Future<?> future, Duration max)
            throws ExecutionException, TimeoutException {
        try {
            future.toCompletionStage()
                    .toCompletableFuture()
                    .get(max.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
