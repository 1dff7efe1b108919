package dev.sluice.server;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.SocketAddress;
import java.net.BindException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/// The HTTP server: as many event loops as configured, all behind one port, with native epoll where
/// there is one.
final class Front implements AutoCloseable {

    private static final Duration START_MAX = Duration.ofSeconds(20);
    private static final Duration CLOSE_MAX = Duration.ofSeconds(2);

    private final Edge edge;
    private final LongSupplier nanos;
    private final Vertx vertx;
    private final int loops;
    private final List<HttpServer> servers = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();

    Front(Edge edge, LongSupplier nanos) {
        this.edge = edge;
        this.nanos = nanos;
        int configured = edge.config().eventLoops();
        this.loops = configured > 0 ? configured : Runtime.getRuntime().availableProcessors();
        this.vertx =
                Vertx.builder()
                        .with(
                                new VertxOptions()
                                        .setEventLoopPoolSize(loops)
                                        .setPreferNativeTransport(true))
                        .build();
        edge.metrics().gauge("sluice_connections", "Open connections.", () -> connections.get());
    }

    Vertx vertx() {
        return vertx;
    }

    /// Listens; when this returns, requests are answered.
    void start() {
        var options = new DeploymentOptions().setInstances(loops);
        try {
            await(vertx.deployVerticle(() -> new Loop(this, edge, nanos), options), START_MAX);
        } catch (ExecutionException e) {
            throw failure(e.getCause());
        } catch (TimeoutException e) {
            throw new StartFailure("The HTTP server did not start within " + START_MAX + ".");
        }
    }

    int port() {
        return servers.getFirst().actualPort();
    }

    /// Stops accepting, and waits that long for requests under way to be answered.
    void drain(Duration patience) {
        var stopped = servers.stream().map(server -> server.shutdown(patience)).toList();
        try {
            await(Future.join(stopped), patience.plusSeconds(1));
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
        var config = edge.config();
        return new HttpServerOptions()
                .setAcceptBacklog(4_096)
                .setTcpNoDelay(true)
                .setReuseAddress(true)
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS)
                .setIdleTimeout(Math.toIntExact(config.idleTimeout().toMillis()))
                .setMaxInitialLineLength(ServerConfig.REQUEST_LINE_MAX)
                .setMaxHeaderSize(ServerConfig.HEADERS_MAX)
                .setHandle100ContinueAutomatically(true)
                .setHttp2ClearTextEnabled(false)
                .setDecompressionSupported(false)
                .setCompressionSupported(false)
                .setMaxWebSocketFrameSize(ServerConfig.BODY_MAX)
                .setMaxWebSocketMessageSize(ServerConfig.BODY_MAX);
    }

    /// Where each loop's server listens. A random port is one and the same for all of them.
    SocketAddress address() {
        var config = edge.config();
        return config.port() == 0
                ? SocketAddress.sharedRandomPort(1, config.host())
                : SocketAddress.inetSocketAddress(config.port(), config.host());
    }

    void listening(HttpServer server) {
        servers.add(server);
    }

    /// False when there are as many connections as may be.
    boolean tryConnect() {
        if (connections.incrementAndGet() <= edge.config().connectionsMax()) return true;
        connections.decrementAndGet();
        return false;
    }

    void disconnected() {
        connections.decrementAndGet();
    }

    private StartFailure failure(Throwable cause) {
        var config = edge.config();
        if (cause instanceof BindException) {
            return new StartFailure(
                    "Port %d on %s is in use or not allowed. Choose another with --port N."
                            .formatted(config.port(), config.host()));
        }
        return new StartFailure(
                "Cannot listen on %s:%d: %s. Check --host and --port."
                        .formatted(config.host(), config.port(), cause.getMessage()));
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
