package dev.sluice.server.http;

import dev.sluice.server.access.Rate;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.websocketx.CloseWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PingWebSocketFrame;
import io.netty.handler.codec.http.websocketx.PongWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.internal.http.WebSocketInternal;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// Stands between a WebSocket and whoever is at its other end, in the channel's pipeline and on its
/// event loop, and sees each frame before anything is done with it, also those that are answered
/// by themselves: a ping costs a pong, which is kept until it is read.
///
/// - Frames of every kind are counted; who sends too many is told so and cut.
/// - Who pings and does not read what it is sent is cut without a word.
/// - A message in fragments may be so long, and take so long, until it is complete.
/// - A good-bye that is not answered ends in time, too.
public final class SocketGuard extends ChannelInboundHandlerAdapter {

    /// Frames from a client, a pong each now and then and pieces of messages included.
    static final Rate FRAMES = new Rate(20, 400);

    /// Bytes of a message from a client.
    public static final int MESSAGE_MAX = 4 * 1024;

    /// Bytes that may wait to be read by a client. Who does not read them is dropped.
    private static final int UNREAD_MAX = 64 * 1024;

    /// How long the pieces of one message may take to arrive.
    static final Duration PIECES_MAX = Duration.ofSeconds(10);

    private static final Duration GOODBYE_MAX = Duration.ofSeconds(2);
    private static final short POLICY = 1008;

    /// Whose socket it is.
    public interface Owner {

        /// The other end did what it may not.
        void close(short status, String reason);

        /// The other end sent what is too large to be read, or no WebSocket at all.
        void refuseRest();

        /// The other end does not read, so that saying anything is of no use.
        void drop();
    }

    private final ServerWebSocket socket;
    private final Owner owner;
    private final LongSupplier nanos;
    private final Channel channel;
    private final AtomicLong frames;
    private int unfinished;
    private Future<?> pieces;
    private Future<?> goodbye;
    private boolean isOver;

    private SocketGuard(ServerWebSocket socket, Owner owner, LongSupplier nanos, Channel channel) {
        this.socket = socket;
        this.owner = owner;
        this.nanos = nanos;
        this.channel = channel;
        this.frames = FRAMES.bucket(nanos.getAsLong());
    }

    /// Puts a guard before a socket that has just been opened.
    public static SocketGuard before(ServerWebSocket socket, Owner owner, LongSupplier nanos) {
        var handler = ((WebSocketInternal) socket).channelHandlerContext();
        var guard = new SocketGuard(socket, owner, nanos, handler.channel());
        Patience.release(handler.pipeline());
        handler.pipeline().addBefore(handler.name(), "guard", guard);
        socket.setWriteQueueMaxSize(UNREAD_MAX);
        return guard;
    }

    /// Says good-bye. The connection ends when that is answered, and soon in any case.
    public void close(short status, String reason) {
        if (isOver) return;
        if (!channel.isWritable()) {
            drop();
            return;
        }
        isOver = true;
        forgetPieces();
        socket.close(status, reason);
        goodbye = after(GOODBYE_MAX, this::cut);
    }

    /// Ends the connection at once: a good-bye would wait behind all that is not read.
    public void drop() {
        isOver = true;
        forgetPieces();
        cut();
    }

    /// Begins here and not at the end of the pipeline, where a close would be turned into a
    /// good-bye that waits to be read.
    private void cut() {
        var context = channel.pipeline().context(this);
        if (context != null) context.close();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!(message instanceof WebSocketFrame frame)) context.fireChannelRead(message);
        else if (mayPass(frame)) context.fireChannelRead(frame);
        else frame.release();
    }

    /// What cannot be read ends the socket. The rest of it is thrown away meanwhile: a connection
    /// that is closed before it was read would be reset, and the good-bye never seen.
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (cause instanceof DecoderException) owner.refuseRest();
        else context.fireExceptionCaught(cause);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        forgetPieces();
        if (goodbye != null) goodbye.cancel(false);
        context.fireChannelInactive();
    }

    private boolean mayPass(WebSocketFrame frame) {
        if (frame instanceof CloseWebSocketFrame) return true;
        if (isOver) return false;
        if (FRAMES.tryAcquire(frames, nanos.getAsLong()) > 0) {
            owner.close(POLICY, "too many frames");
        } else if (frame instanceof PingWebSocketFrame) {
            if (!channel.isWritable()) owner.drop();
        } else if (!(frame instanceof PongWebSocketFrame)) {
            count(frame);
        }
        return !isOver;
    }

    /// Counts a piece of a message, and how much there is of it that nobody can read yet.
    private void count(WebSocketFrame piece) {
        if (piece.isFinalFragment()) {
            unfinished = 0;
            forgetPieces();
            return;
        }
        unfinished += piece.content().readableBytes();
        if (unfinished > MESSAGE_MAX) owner.refuseRest();
        else if (pieces == null) pieces = after(PIECES_MAX, this::expectWhole);
    }

    private void expectWhole() {
        owner.close(POLICY, "too slow a message");
    }

    private void forgetPieces() {
        if (pieces != null) pieces.cancel(false);
        pieces = null;
    }

    private Future<?> after(Duration time, Runnable step) {
        return channel.eventLoop().schedule(step, time.toMillis(), TimeUnit.MILLISECONDS);
    }
}
