package dev.sluice.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/// How long the connections of one event loop may take for a request, from its first byte to its
/// last. All of it happens on that loop.
///
/// A request that comes in one piece, as nearly all do, costs a few looks at a field, the counting
/// of its lines and a look for one of them. One that is not complete when all has been read that
/// was there, be it in the middle of its headers or of its body, is remembered until it is; a timer
/// looks at those now and then, so that silence counts as much as a byte from time to time. While
/// the server itself does not read, because it is busy with the request before, the client is not
/// to blame.
///
/// A request that is not complete after so many bytes ends its connection at once. What its body
/// may hold is decided elsewhere; this is for bodies that nobody reads, and for what is between the
/// pieces of a body.
///
/// What is read at one go is taken apart at one go, also what has to wait for the answers to
/// requests before it, and the parts take up many times the room of the bytes that they came in. So
/// a connection ends that sends too many of them at one go.
///
/// So does one that asks for a WebSocket and then, before the answer, for anything else: a request
/// that has been taken apart by then would be handled on a connection that no longer is one of
/// HTTP, and a second WebSocket would take a place that nobody gives back.
final class Patience {

    /// Lines before and after bodies, and pieces of bodies that nobody is to read yet, that may be
    /// sent at one go.
    static final int PARTS_MAX = 300;

    private static final String BYTES = "bytes";
    private static final String REQUESTS = "requests";

    private final long maxNanos;
    private final LongSupplier nanos;
    private final LongAdder ended;
    private final Set<Requests> unfinished = new LinkedHashSet<>();

    /// @param ended counts connections that were too slow
    Patience(Duration max, LongSupplier nanos, LongAdder ended) {
        this.maxNanos = max.toNanos();
        this.nanos = nanos;
        this.ended = ended;
    }

    /// Watches a connection that has just come.
    ///
    /// @param handler what its requests are handled by
    void watch(ChannelHandlerContext handler) {
        var requests = new Requests(handler.channel());
        handler.pipeline().addFirst(BYTES, new Bytes(requests));
        handler.pipeline().addBefore(handler.name(), REQUESTS, requests);
    }

    /// Lets a connection go that is no longer one of HTTP.
    static void release(ChannelPipeline pipeline) {
        if (pipeline.get(BYTES) != null) pipeline.remove(BYTES);
        if (pipeline.get(REQUESTS) != null) pipeline.remove(REQUESTS);
    }

    /// Ends the connections that have taken too long. A timer of the loop calls this.
    void sweep() {
        long now = nanos.getAsLong();
        for (Iterator<Requests> all = unfinished.iterator(); all.hasNext(); ) {
            var requests = all.next();
            if (!requests.channel.config().isAutoRead()) requests.since = now;
            if (now - requests.since <= maxNanos) continue;
            all.remove();
            ended.increment();
            // From here and not from the end of the pipeline, where it would wait behind answers
            // that are not read.
            requests.channel.pipeline().context(requests).close();
        }
    }

    /// Notices that something came, before anybody knows what it is.
    private static final class Bytes extends ChannelInboundHandlerAdapter {

        private final Requests requests;

        Bytes(Requests requests) {
            this.requests = requests;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            requests.isBegun = true;
            if (bytes instanceof ByteBuf some) requests.arrived += some.readableBytes();
            context.fireChannelRead(bytes);
        }
    }

    /// Notices what became of it: nothing yet, a part of a request, or all of it.
    private final class Requests extends ChannelDuplexHandler {

        private final Channel channel;
        private boolean isBegun;
        private boolean isRemembered;
        private boolean isOver;
        private long since;
        private long arrived;
        private boolean mayBecomeSocket;
        private int unanswered;
        private int parts;

        Requests(Channel channel) {
            this.channel = channel;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            boolean isMuch = message instanceof HttpRequest && mayBecomeSocket;
            if (message instanceof HttpRequest head) begun(head);
            parts += parts(message);
            if ((isMuch || parts > PARTS_MAX) && !isOver) {
                isOver = true;
                context.close();
            }
            if (isOver) {
                ReferenceCountUtil.release(message);
                return;
            }
            if (message instanceof LastHttpContent) finished();
            else if (message instanceof HttpObject) isBegun = true;
            context.fireChannelRead(message);
        }

        private void begun(HttpRequest head) {
            unanswered++;
            if (head.headers()
                    .contains(HttpHeaderNames.UPGRADE, HttpHeaderValues.WEBSOCKET, true)) {
                mayBecomeSocket = true;
            }
        }

        private int parts(Object message) {
            return switch (message) {
                case HttpRequest head -> 1 + lines(head.headers());
                case LastHttpContent end -> lines(end.trailingHeaders());
                default -> unanswered > 1 ? 1 : 0;
            };
        }

        /// So many as to be too many, at most.
        private static int lines(HttpHeaders headers) {
            int lines = 0;
            var all = headers.iteratorCharSequence();
            for (; all.hasNext() && lines <= PARTS_MAX; all.next()) lines++;
            return lines;
        }

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            if (message instanceof LastHttpContent && !isInterim(message)) {
                unanswered--;
                if (unanswered == 0) allAnswered();
            }
            context.write(message, promise);
        }

        private void allAnswered() {
            parts = 0;
            mayBecomeSocket = false;
        }

        /// Such as 100, after which the answer is still to come.
        private static boolean isInterim(Object message) {
            return message instanceof HttpResponse response
                    && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
        }

        /// Before the next go, all but a few messages have been read by whoever waited for them.
        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            parts = 0;
            if (isBegun && !isRemembered) {
                isRemembered = true;
                since = nanos.getAsLong();
                unfinished.add(this);
            }
            if (arrived > ServerConfig.REQUEST_MAX) context.close();
            context.fireChannelReadComplete();
        }

        /// A connection that breaks is at its end, which everybody hears of as such. To hear of the
        /// break itself is too much for a request that waits for its turn, and each would be a
        /// line in the log.
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            if (cause instanceof IOException) context.close();
            else context.fireExceptionCaught(cause);
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            finished();
            context.fireChannelInactive();
        }

        @Override
        public void handlerRemoved(ChannelHandlerContext context) {
            finished();
        }

        private void finished() {
            isBegun = false;
            arrived = 0;
            if (isRemembered) unfinished.remove(this);
            isRemembered = false;
        }
    }
}
