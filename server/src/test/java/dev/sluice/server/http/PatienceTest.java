package dev.sluice.server.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

/// How much of what a connection sends at one go is taken apart before anybody can answer it.
class PatienceTest {

    private static final String GET = "GET / HTTP/1.1\r\n\r\n";
    private static final String CHUNKED = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
    private static final String UPGRADE = "GET / HTTP/1.1\r\nUpgrade: WebSocket\r\n\r\n";
    private static final String PIECE = "1\r\nx\r\n";
    private static final int MANY = 20_000;

    /// What requests are handled by: it answers at once, or not at all.
    private static final class Handler extends ChannelInboundHandlerAdapter {

        private final boolean answers;
        private int requests;

        Handler(boolean answers) {
            this.answers = answers;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof LastHttpContent) {
                requests++;
                if (answers) answer(context, HttpResponseStatus.OK);
            }
            ReferenceCountUtil.release(message);
        }

        private static void answer(ChannelHandlerContext context, HttpResponseStatus status) {
            context.write(new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status));
        }
    }

    private static EmbeddedChannel channel(Handler handler) {
        var channel = new EmbeddedChannel(new HttpRequestDecoder(), handler);
        var patience = new Patience(Duration.ofSeconds(1), System::nanoTime, new LongAdder());
        patience.watch(channel.pipeline().context(handler));
        return channel;
    }

    private static EmbeddedChannel sent(Handler handler, String text) {
        var channel = channel(handler);
        send(channel, text);
        return channel;
    }

    private static void send(EmbeddedChannel channel, String text) {
        channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.US_ASCII));
    }

    @Test
    void whoever_asks_on_and_on_and_waits_for_no_answer_is_cut() {
        var handler = new Handler(false);

        assertFalse(sent(handler, GET.repeat(MANY)).isOpen());
        assertEquals(Patience.PARTS_MAX, handler.requests);
    }

    @Test
    void a_few_questions_may_wait() {
        var handler = new Handler(false);

        assertTrue(sent(handler, GET.repeat(Patience.PARTS_MAX)).isOpen());
        assertEquals(Patience.PARTS_MAX, handler.requests);
    }

    @Test
    void whoever_is_answered_may_ask_as_much_as_they_like() {
        var handler = new Handler(true);

        assertTrue(sent(handler, GET.repeat(MANY)).isOpen());
        assertEquals(MANY, handler.requests);
    }

    @Test
    void a_head_of_very_many_lines_is_cut() {
        var handler = new Handler(true);

        assertFalse(sent(handler, "GET / HTTP/1.1\r\n" + "a:\r\n".repeat(400) + "\r\n").isOpen());
        assertEquals(0, handler.requests);
    }

    @Test
    void very_many_lines_after_a_body_are_cut() {
        var handler = new Handler(true);

        assertFalse(sent(handler, CHUNKED + "0\r\n" + "a:\r\n".repeat(400) + "\r\n").isOpen());
        assertEquals(0, handler.requests);
    }

    @Test
    void a_body_in_very_many_pieces_may_be_read_but_not_wait() {
        var body = PIECE.repeat(MANY);

        assertTrue(sent(new Handler(false), CHUNKED + body).isOpen());
        assertFalse(sent(new Handler(false), GET + CHUNKED + body).isOpen());
    }

    @Test
    void leave_to_go_on_with_a_body_is_no_answer() {
        var handler = new Handler(false);
        var channel = sent(handler, GET);
        Handler.answer(channel.pipeline().context(handler), HttpResponseStatus.CONTINUE);

        send(channel, CHUNKED + PIECE.repeat(MANY));

        assertFalse(channel.isOpen());
    }

    @Test
    void behind_a_question_for_a_socket_nothing_may_be_asked() {
        for (var next : new String[] {GET, UPGRADE}) {
            var handler = new Handler(false);

            assertFalse(sent(handler, GET + UPGRADE + next).isOpen());
            assertEquals(2, handler.requests);
        }
    }

    @Test
    void whoever_was_refused_a_socket_may_go_on() {
        var handler = new Handler(true);

        assertTrue(sent(handler, UPGRADE + GET + UPGRADE).isOpen());
        assertEquals(3, handler.requests);
    }
}
