package dev.sluice.rehearsal.http;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Sends calls over kept HTTP/1.1 connections, and hears their answers, on one event loop: so the
/// crowd needs no lock, and one thread's worth of the machine is all that it takes from the server
/// beside it. Every call ends: with an answer, with a broken connection, or after its time.
///
/// All methods belong to the event loop's thread, but [#loop] and [#close].
public final class Client implements AutoCloseable {
    /// More would cost both sides more than they serve, on one machine at least.
    private static final int CONNECTIONS_MAX = 1_000;

    private static final Duration CONNECT_MAX = Duration.ofSeconds(5);

    /// Hears what becomes of calls.
    public interface Watcher {
        /// The rehearsal has done its part; a connection or the server may still be wanting.
        void handedOver(Call call, long now);

        void sent(Call call, long now);

        void ended(Call call, Answer answer, long now);

        /// The buyer did not want to wait any longer.
        void gaveUp(Call call, long now);

        /// Something that must not be has happened in the rehearsal itself.
        void bug(Throwable cause);
    }

    private final EventLoopGroup loops;
    private final EventLoop loop;
    private final Bootstrap bootstrap;
    private final List<Pool> pools;
    private final Watcher watcher;
    private final LongSupplier nanos;
    private final long patienceNanos;
    private volatile boolean closed;

    /// @param patience after which a call that asks for no wait of its own is given up
    public Client(List<URI> nodes, Duration patience, Watcher watcher, LongSupplier nanos) {
        this.watcher = watcher;
        this.nanos = nanos;
        this.patienceNanos = patience.toNanos();
        boolean epoll = Epoll.isAvailable();
        var handlers = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        this.loops = new MultiThreadIoEventLoopGroup(1, handlers);
        this.loop = loops.next();
        this.bootstrap =
                new Bootstrap()
                        .group(loop)
                        .channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
                        .option(ChannelOption.TCP_NODELAY, true)
                        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) CONNECT_MAX.toMillis());
        int each = CONNECTIONS_MAX / nodes.size();
        this.pools =
                nodes.stream().map(uri -> new Pool(this, Node.of(uri), bootstrap, each)).toList();
    }

    public EventLoop loop() {
        return loop;
    }

    public Bootstrap bootstrap() {
        return bootstrap;
    }

    public Node node(int number) {
        return pools.get(number % pools.size()).node();
    }

    public void send(Call call) {
        long now = now();
        call.handOver(now);
        watcher.handedOver(call, now);
        pools.get(call.node() % pools.size()).send(call);
    }

    /// Gives a call up: its connection is closed and its answer is never told. False when it has
    /// ended already.
    public boolean giveUp(Call call) {
        if (!call.end()) return false;
        watcher.gaveUp(call, now());
        if (call.connection != null) call.connection.close();
        return true;
    }

    public void warmUp(int connections) {
        for (var pool : pools) pool.warmUp(connections / pools.size());
    }

    /// To be called a few times in a second.
    public void sweep() {
        long now = now();
        for (var pool : pools) pool.sweep(now);
    }

    @Override
    public void close() {
        closed = true;
        loop.execute(() -> pools.forEach(Pool::close));
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    boolean isClosed() {
        return closed;
    }

    boolean isOverdue(Call call, long now) {
        return now - call.handedOver() > patienceNanos + call.waitNanos();
    }

    public long now() {
        return nanos.getAsLong();
    }

    public void soon(Runnable action) {
        if (!closed) loop.execute(action);
    }

    void sent(Call call) {
        watcher.sent(call, now());
    }

    void finish(Call call, Answer answer) {
        if (!call.end()) return;
        try {
            watcher.ended(call, answer, now());
            call.tell(answer);
        } catch (RuntimeException | Error e) {
            // Netty would log it and go on.
            watcher.bug(e);
        }
    }

    void bug(Throwable cause) {
        watcher.bug(cause);
    }
}
