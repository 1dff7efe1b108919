package dev.sluice.rehearsal.crowd;

import dev.sluice.rehearsal.http.Json;
import dev.sluice.rehearsal.http.Node;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.websocketx.TextWebSocketFrame;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolConfig;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler;
import io.netty.handler.codec.http.websocketx.WebSocketClientProtocolHandler.ClientHandshakeStateEvent;
import io.netty.handler.codec.http.websocketx.WebSocketFrame;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Predicate;

/// A buyer's WebSocket, from its opening until the buyer has heard enough. Belongs to the event
/// loop's thread.
final class LiveSocket {
    private static final String PATH = "/api/v1/live";
    private static final int MESSAGE_MAX = 64 * 1024;
    private static final Duration HANDSHAKE_MAX = Duration.ofSeconds(5);

    private final Scene scene;
    private final Buyer buyer;
    private final Predicate<ToldClaim.News> listener;
    private final Runnable lost;
    private ChannelHandlerContext context;
    private boolean stands;
    private boolean satisfied;
    private boolean over;
    private boolean closed;

    /// @param listener hears of claims, and answers true when it wants no more
    /// @param lost is run when the socket ends before the listener wants no more
    LiveSocket(Scene scene, Buyer buyer, Predicate<ToldClaim.News> listener, Runnable lost) {
        this.scene = scene;
        this.buyer = buyer;
        this.listener = listener;
        this.lost = lost;
    }

    void open() {
        scene.recorder().socketSent(scene.now());
        var node = scene.client().node(buyer.node());
        scene.client()
                .bootstrap()
                .clone()
                .handler(new Pipeline(node))
                .connect(node.address())
                .addListener(connected -> {
                    if (!connected.isSuccess()) end();
                });
    }

    void close() {
        closed = true;
        if (context != null) context.close();
    }

    private void end() {
        if (over) return;
        over = true;
        scene.recorder().socketAnswered(stands, scene.now());
        if (!satisfied) lost.run();
    }

    private void heard(String text) {
        var message = Json.object(text.getBytes(StandardCharsets.UTF_8));
        if (!Json.text(message, "type").equals("claim") || satisfied) return;
        var status = Json.text(message, "status");
        var claimId = Json.text(message, "claimId");
        ToldClaim.News.of(claimId, status, Json.text(message, "orderId"))
                .ifPresent(news -> satisfied = listener.test(news));
        if (satisfied) close();
    }

    private final class Pipeline extends ChannelInitializer<SocketChannel> {
        private final Node node;

        Pipeline(Node node) {
            this.node = node;
        }

        @Override
        protected void initChannel(SocketChannel channel) {
            node.secure(channel);
            var scheme = node.tls() == null ? "ws://" : "wss://";
            var config =
                    WebSocketClientProtocolConfig.newBuilder()
                            .webSocketUri(URI.create(scheme + node.host() + node.prefix() + PATH))
                            .maxFramePayloadLength(MESSAGE_MAX)
                            .handshakeTimeoutMillis(HANDSHAKE_MAX.toMillis())
                            .build();
            channel.pipeline()
                    .addLast(
                            new HttpClientCodec(),
                            new HttpObjectAggregator(MESSAGE_MAX),
                            new WebSocketClientProtocolHandler(config),
                            new Frames());
        }
    }

    private final class Frames extends SimpleChannelInboundHandler<WebSocketFrame> {
        @Override
        public void channelActive(ChannelHandlerContext opened) {
            context = opened;
            if (closed) opened.close();
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext opened, Object event) {
            if (event == ClientHandshakeStateEvent.HANDSHAKE_COMPLETE) {
                stands = true;
                var hello = "{\"type\":\"hello\",\"session\":\"" + buyer.session() + "\"}";
                opened.writeAndFlush(new TextWebSocketFrame(hello));
            } else if (event == ClientHandshakeStateEvent.HANDSHAKE_TIMEOUT) {
                opened.close();
            }
        }

        @Override
        protected void channelRead0(ChannelHandlerContext ignored, WebSocketFrame frame) {
            if (frame instanceof TextWebSocketFrame text) heard(text.text());
        }

        @Override
        public void channelInactive(ChannelHandlerContext gone) {
            end();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext failed, Throwable cause) {
            // A refused handshake is one of these; asking follows.
            failed.close();
        }
    }
}
