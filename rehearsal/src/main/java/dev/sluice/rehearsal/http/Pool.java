package dev.sluice.rehearsal.http;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpResponseDecoder;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Set;

/// The connections to one node. A call takes the one that rested least; when none rests, it waits
/// for the first that is free or newly opened. New ones are opened a few at a time, since a storm
/// of them would cost both sides more than it serves. Connections on which the server has been
/// asked to wait keep nobody else waiting: others are opened for them. Belongs to the event loop's
/// thread.
final class Pool {
    private static final int OPENING_MAX = 64;
    private static final int POLLING_MAX = 5_000;
    private static final Duration REST_MAX = Duration.ofSeconds(30);

    private final Client client;
    private final Node node;
    private final Bootstrap bootstrap;
    private final int openMax;
    private final Set<Connection> open = new HashSet<>();
    private final ArrayDeque<Connection> resting = new ArrayDeque<>();
    private final ArrayDeque<Call> waiting = new ArrayDeque<>();
    private int opening;
    private int polling;

    /// @param bootstrap knows the event loop and the kind of channel
    Pool(Client client, Node node, Bootstrap bootstrap, int openMax) {
        this.client = client;
        this.node = node;
        this.bootstrap = bootstrap;
        this.openMax = openMax;
    }

    Node node() {
        return node;
    }

    void send(Call call) {
        if (call.isAlone()) {
            connect(call);
            return;
        }
        var free = takeResting();
        if (free != null) {
            free.send(call);
            return;
        }
        waiting.add(call);
        openMore();
    }

    /// Opens connections before anybody needs them.
    void warmUp(int connections) {
        for (int i = open.size() + opening; i < Math.min(connections, openMax); i++) connect(null);
    }

    /// Ends the calls that have waited too long.
    void sweep(long now) {
        var late = new ArrayList<Call>();
        for (var call : waiting) {
            if (!call.isEnded() && client.isOverdue(call, now)) late.add(call);
        }
        for (var connection : open) {
            var call = connection.call();
            if (call != null && !call.isEnded() && client.isOverdue(call, now)) late.add(call);
        }
        for (var call : late) {
            var connection = call.connection;
            client.finish(call, Answer.timeout());
            if (connection != null) connection.close();
        }
        waiting.removeIf(Call::isEnded);
    }

    void close() {
        for (var connection : new ArrayList<>(open)) connection.close();
    }

    ByteBuf encode(Call call, ByteBufAllocator buffers) {
        return node.encode(call, buffers);
    }

    void sent(Call call) {
        if (call.waitNanos() > 0) polling++;
        client.sent(call);
    }

    /// A call that was sent is not under way any more.
    void over(Call call) {
        if (call.waitNanos() > 0) polling--;
    }

    void finish(Call call, Answer answer) {
        client.finish(call, answer);
    }

    void bug(Throwable cause) {
        client.bug(cause);
    }

    void opened() {
        opening--;
    }

    /// The connection has nothing to do.
    void free(Connection connection) {
        var next = takeWaiting();
        if (next != null) {
            connection.send(next);
        } else {
            connection.rest(client.now());
            resting.push(connection);
        }
    }

    void closed(Connection connection) {
        if (open.remove(connection)) resting.remove(connection);
        openMore();
    }

    private Connection takeResting() {
        long oldest = client.now() - REST_MAX.toNanos();
        while (!resting.isEmpty()) {
            var connection = resting.pop();
            boolean stale = connection.idleSince() - oldest < 0;
            if (!stale && !connection.isClosing()) return connection;
            connection.close();
        }
        return null;
    }

    private Call takeWaiting() {
        while (true) {
            var call = waiting.poll();
            if (call == null || !call.isEnded()) return call;
        }
    }

    private void openMore() {
        while (opening < Math.min(waiting.size(), OPENING_MAX)
                && open.size() < openMax + Math.min(polling, POLLING_MAX)
                && !client.isClosed()) {
            connect(null);
        }
    }

    /// @param first the call it is opened for; null for whoever waits
    private void connect(Call first) {
        var connection = new Connection(this, first);
        opening++;
        open.add(connection);
        bootstrap
                .clone()
                .handler(new Pipeline(connection))
                .connect(node.address())
                .addListener(connected -> {
                    if (connected.isSuccess()) return;
                    opening--;
                    open.remove(connection);
                    var call = first == null ? takeWaiting() : first;
                    if (call != null) client.finish(call, Answer.broken());
                    client.soon(this::openMore);
                });
    }

    private final class Pipeline extends ChannelInitializer<SocketChannel> {
        private final Connection connection;

        Pipeline(Connection connection) {
            this.connection = connection;
        }

        @Override
        protected void initChannel(SocketChannel channel) {
            node.secure(channel);
            var decoding = new HttpDecoderConfig().setValidateHeaders(false);
            channel.pipeline().addLast(new HttpResponseDecoder(decoding), connection);
        }
    }
}
