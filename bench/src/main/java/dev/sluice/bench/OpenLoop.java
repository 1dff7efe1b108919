package dev.sluice.bench;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.HdrHistogram.Histogram;

/// Sends requests at moments that are fixed beforehand, whether or not earlier ones have been
/// answered, and measures each from the moment it was due. So the time that a request waited for a
/// free connection counts, and a stall of the server is seen by all who were due in it. A closed
/// loop such as wrk's would stop asking during the stall and see it once per connection.
///
/// One event loop sends, reads and counts, so the counts need no lock.
final class OpenLoop implements AutoCloseable {
    private static final Duration TICK = Duration.ofNanos(200_000);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(30);
    private static final long LATENCY_NANOS_MAX = Duration.ofSeconds(120).toNanos();

    /// @param latency in nanoseconds, from the moment when a request was due to its answer
    /// @param statuses how many answers had each status
    /// @param cut requests whose connection ended before their answer
    record Outcome(Histogram latency, TreeMap<Integer, Integer> statuses, int cut) {
        int count(int status) {
            return statuses.getOrDefault(status, 0);
        }

        Figure.Latency latencyMillis() {
            return Figure.Latency.ofMillis(
                    latency.getValueAtPercentile(50) / 1e6, latency.getValueAtPercentile(99) / 1e6);
        }
    }

    private final EventLoopGroup loops;
    private final EventLoop loop;
    private final ArrayList<Channel> channels = new ArrayList<>();
    private final ArrayDeque<Connection> idle = new ArrayDeque<>();

    // The run under way; only the event loop touches these.
    private ByteBuf requests = Unpooled.EMPTY_BUFFER;
    private int requestBytes;
    private Schedule schedule = new Schedule(0, 1, 0);
    private int next;
    private int ended;
    private Outcome outcome;
    private CompletableFuture<Outcome> done = new CompletableFuture<>();

    OpenLoop(int port, int connections) throws InterruptedException {
        boolean epoll = Epoll.isAvailable();
        var handlers = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        this.loops = new MultiThreadIoEventLoopGroup(1, handlers);
        this.loop = loops.next();
        var bootstrap =
                new Bootstrap()
                        .group(loop)
                        .channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
                        .option(ChannelOption.TCP_NODELAY, true)
                        .handler(new Pipeline());
        for (int i = 0; i < connections; i++) {
            channels.add(bootstrap.connect("127.0.0.1", port).sync().channel());
        }
    }

    /// Sends all requests of the file, as fast as the connections allow.
    Outcome runAtOnce(RequestFile file) throws IOException, InterruptedException {
        return run(file, Double.POSITIVE_INFINITY);
    }

    /// Sends all requests of the file at the given rate, and returns when all are answered. A
    /// warm-up is a run before: what it was late by must not be carried on.
    Outcome run(RequestFile file, double perSecond) throws IOException, InterruptedException {
        long size = file.requestBytes();
        // A pause of this process would count as one of the server: what is kept is moved aside
        // now.
        System.gc();
        try (var channel = FileChannel.open(file.path(), StandardOpenOption.READ)) {
            var bytes = channel.map(MapMode.READ_ONLY, file.from() * size, file.count() * size);
            loop.execute(() -> begin(file, Unpooled.wrappedBuffer(bytes), perSecond));
        }
        var ticks = loop.scheduleAtFixedRate(this::tick, 0, TICK.toNanos(), TimeUnit.NANOSECONDS);
        try {
            var seconds = (long) (Double.isInfinite(perSecond) ? 0 : file.count() / perSecond);
            return done.get(ANSWER_MAX.toSeconds() + seconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new BenchFailure("the open loop failed: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new BenchFailure("the open loop got no answers in time", e);
        } finally {
            ticks.cancel(false);
            done = new CompletableFuture<>();
        }
    }

    @Override
    public void close() {
        for (var channel : channels) channel.close();
        loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    private void begin(RequestFile file, ByteBuf bytes, double perSecond) {
        requests = bytes;
        requestBytes = file.requestBytes();
        schedule = new Schedule(System.nanoTime(), perSecond, file.count());
        next = 0;
        ended = 0;
        outcome = new Outcome(new Histogram(LATENCY_NANOS_MAX, 3), new TreeMap<>(), 0);
    }

    private void tick() {
        if (next >= schedule.count()) return;
        int due = schedule.dueBy(System.nanoTime());
        while (next < due && !idle.isEmpty()) idle.pop().send(next++);
    }

    private void end(Connection connection, boolean isOpen) {
        ended++;
        if (isOpen) {
            // Work that is due goes first; ticks only serve connections that have none.
            if (next < schedule.count() && schedule.dueBy(System.nanoTime()) > next) {
                connection.send(next++);
            } else {
                idle.push(connection);
            }
        }
        if (ended == schedule.count()) done.complete(outcome);
    }

    private final class Pipeline extends ChannelInitializer<SocketChannel> {
        @Override
        protected void initChannel(SocketChannel channel) {
            channel.pipeline().addLast(new HttpResponseDecoder(), new Connection());
        }
    }

    /// One connection with at most one request under way.
    private final class Connection extends SimpleChannelInboundHandler<HttpObject> {
        private static final int NONE = -1;

        private ChannelHandlerContext context;
        private int request = NONE;
        private int status;

        void send(int number) {
            request = number;
            context.writeAndFlush(requests.slice(number * requestBytes, requestBytes).retain());
        }

        @Override
        public void channelActive(ChannelHandlerContext opened) {
            context = opened;
            idle.push(this);
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ignored, HttpObject part) {
            if (part instanceof HttpResponse head) status = head.status().code();
            if (!(part instanceof LastHttpContent) || request == NONE) return;
            long waited = System.nanoTime() - schedule.momentOf(request);
            outcome.latency().recordValue(Math.min(waited, LATENCY_NANOS_MAX));
            outcome.statuses().merge(status, 1, Integer::sum);
            request = NONE;
            end(this, true);
        }

        @Override
        public void channelInactive(ChannelHandlerContext closed) {
            idle.remove(this);
            if (request == NONE) return;
            request = NONE;
            outcome = new Outcome(outcome.latency(), outcome.statuses(), outcome.cut() + 1);
            end(this, false);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
            failed.close();
        }
    }
}
