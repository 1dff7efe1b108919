package dev.sluice.rehearsal.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.net.InetSocketAddress;
import java.net.URI;
import javax.net.ssl.SSLException;

/// One node of the Sluice that is rehearsed: where it is and how a request to it looks.
///
/// @param prefix what stands before every path; empty as a rule
/// @param tls null for plain HTTP
public record Node(URI uri, InetSocketAddress address, String host, String prefix, SslContext tls) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final int HEAD_GUESS = 512;

    static Node of(URI uri) {
        boolean secure = "https".equals(uri.getScheme());
        int standard = secure ? HTTPS_PORT : HTTP_PORT;
        int port = uri.getPort() < 0 ? standard : uri.getPort();
        var host = port == standard ? uri.getHost() : uri.getHost() + ":" + port;
        var path = uri.getPath() == null ? "" : uri.getPath();
        var prefix = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        var address = new InetSocketAddress(uri.getHost(), port);
        return new Node(uri, address, host, prefix, secure ? newTls() : null);
    }

    /// Before anything else speaks on the channel.
    public void secure(SocketChannel channel) {
        if (tls == null) return;
        var handler = tls.newHandler(channel.alloc(), address.getHostString(), address.getPort());
        channel.pipeline().addLast(handler);
    }

    ByteBuf encode(Call call, ByteBufAllocator buffers) {
        if (call.raw() != null) return Unpooled.wrappedBuffer(call.raw());
        var out = buffers.buffer(HEAD_GUESS + call.body().length);
        ByteBufUtil.writeAscii(out, call.method());
        out.writeByte(' ');
        ByteBufUtil.writeAscii(out, prefix);
        ByteBufUtil.writeAscii(out, call.path());
        ByteBufUtil.writeAscii(out, " HTTP/1.1\r\nHost: ");
        ByteBufUtil.writeAscii(out, host);
        if (!call.session().isEmpty()) {
            ByteBufUtil.writeAscii(out, "\r\nAuthorization: Bearer ");
            ByteBufUtil.writeAscii(out, call.session());
        }
        if (!"GET".equals(call.method())) {
            ByteBufUtil.writeAscii(out, "\r\nContent-Type: application/json\r\nContent-Length: ");
            ByteBufUtil.writeAscii(out, Integer.toString(call.body().length));
        }
        ByteBufUtil.writeAscii(out, "\r\n");
        ByteBufUtil.writeAscii(out, call.headers());
        ByteBufUtil.writeAscii(out, "\r\n");
        return out.writeBytes(call.body());
    }

    private static SslContext newTls() {
        try {
            return SslContextBuilder.forClient().build();
        } catch (SSLException e) {
            throw new IllegalStateException("this Java has no TLS", e);
        }
    }
}
