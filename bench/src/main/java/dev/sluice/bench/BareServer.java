package dev.sluice.bench;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/// The most that this machine and HTTP on Netty can do: reads a request to its end and answers
/// ready-made bytes, of the size of an accepted claim. Every figure is set against this one.
final class BareServer {
    private static final String BODY =
            "{\"claimId\":\"Vh3kQ9_xT2mLr8Zp-4WbNc\",\"status\":\"QUEUED\"}";
    private static final String ANSWER =
            "HTTP/1.1 202 Accepted\r\ncontent-type: application/json\r\ncache-control: no-store\r\n"
                    + "content-length: "
                    + BODY.length()
                    + "\r\n\r\n"
                    + BODY;

    private BareServer() {}

    /// @param arguments the port
    public static void main(String[] arguments) throws InterruptedException {
        start(Integer.parseInt(arguments[0]));
    }

    /// Never ends by itself: its threads keep the process alive.
    static Channel start(int port) throws InterruptedException {
        boolean epoll = Epoll.isAvailable();
        IoHandlerFactory handlers = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        Class<? extends ServerChannel> channel =
                epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
        return new ServerBootstrap()
                .group(new MultiThreadIoEventLoopGroup(handlers))
                .channel(channel)
                .option(ChannelOption.SO_BACKLOG, 1024)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new Pipeline())
                .bind(new InetSocketAddress("127.0.0.1", port))
                .sync()
                .channel();
    }

    private static final class Pipeline extends ChannelInitializer<SocketChannel> {
        @Override
        protected void initChannel(SocketChannel channel) {
            channel.pipeline().addLast(new HttpRequestDecoder(), new Constant());
        }
    }

    private static final class Constant extends ChannelInboundHandlerAdapter {
        private static final ByteBuf BYTES =
                Unpooled.unreleasableBuffer(
                        Unpooled.directBuffer()
                                .writeBytes(ANSWER.getBytes(StandardCharsets.US_ASCII))
                                .asReadOnly());

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof LastHttpContent) {
                context.write(BYTES.duplicate(), context.voidPromise());
            }
            ReferenceCountUtil.release(message);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            context.flush();
        }

        /// A load generator that ends resets its connections.
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
