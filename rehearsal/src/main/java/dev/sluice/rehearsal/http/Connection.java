package dev.sluice.rehearsal.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.io.IOException;

/// One kept connection with at most one call under way.
final class Connection extends SimpleChannelInboundHandler<HttpObject> {
    private static final byte[] NOTHING = {};
    private static final int BODY_MAX = 1 << 20;
    private static final int INFORMATIONAL_MAX = 199;

    private final Pool pool;
    private ChannelHandlerContext context;
    private Call call;
    private boolean wasSent;
    private boolean closing;
    private long idleSince;

    // The answer that is being read.
    private int status;
    private int retryAfter;
    private boolean keptAlive;
    private byte[] body = NOTHING;

    /// @param first sent as soon as the connection stands; null to ask the pool
    Connection(Pool pool, Call first) {
        this.pool = pool;
        this.call = first;
    }

    /// The call under way; null when there is none.
    Call call() {
        return call;
    }

    long idleSince() {
        return idleSince;
    }

    void rest(long now) {
        idleSince = now;
    }

    void send(Call next) {
        call = next;
        next.connection = this;
        status = 0;
        body = NOTHING;
        wasSent = true;
        context.writeAndFlush(pool.encode(next, context.alloc()), context.voidPromise());
        pool.sent(next);
    }

    void close() {
        closing = true;
        if (context != null) context.close();
    }

    boolean isClosing() {
        return closing;
    }

    @Override
    public void channelActive(ChannelHandlerContext opened) {
        context = opened;
        pool.opened();
        if (call == null) pool.free(this);
        else if (call.isEnded()) close();
        else send(call);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ignored, HttpObject part) {
        if (part.decoderResult().isFailure()) {
            close();
            return;
        }
        if (part instanceof HttpResponse head) begin(head);
        if (part instanceof HttpContent content && status > INFORMATIONAL_MAX) add(content);
        if (part instanceof LastHttpContent && status > INFORMATIONAL_MAX) end();
    }

    private void begin(HttpResponse head) {
        status = head.status().code();
        var seconds = head.headers().get(HttpHeaderNames.RETRY_AFTER);
        retryAfter = seconds == null ? Answer.NO_RETRY_AFTER : seconds(seconds);
        keptAlive = HttpUtil.isKeepAlive(head);
    }

    private static int seconds(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException notSeconds) {
            return Answer.NO_RETRY_AFTER;
        }
    }

    private void add(HttpContent content) {
        int more = content.content().readableBytes();
        if (more == 0 || body.length + more > BODY_MAX) return;
        var joined = new byte[body.length + more];
        System.arraycopy(body, 0, joined, 0, body.length);
        content.content().readBytes(joined, body.length, more);
        body = joined;
    }

    private void end() {
        var answered = call;
        var answer = new Answer(status, retryAfter, body);
        call = null;
        body = NOTHING;
        if (answered != null) pool.over(answered);
        boolean reusable = keptAlive && !closing && answered != null && !answered.isAlone();
        if (reusable) pool.free(this);
        else close();
        if (answered != null) pool.finish(answered, answer);
    }

    @Override
    public void channelInactive(ChannelHandlerContext closed) {
        closing = true;
        pool.closed(this);
        var cut = call;
        call = null;
        if (cut == null) return;
        if (wasSent) pool.over(cut);
        pool.finish(cut, Answer.broken());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
        boolean fromOutside = cause instanceof IOException || cause instanceof DecoderException;
        if (!fromOutside) pool.bug(cause);
        failed.close();
    }
}
