package dev.sluice.server;

import dev.sluice.contracts.Soon;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// Somebody with a bare connection, who sends whatever bytes they like and reads only when they
/// want to.
final class Stranger implements AutoCloseable {

    static final int TEXT = 1;
    static final int CONTINUATION = 0;
    static final int PING = 9;

    private static final Duration PATIENCE = Soon.LIMIT;
    private static final int FINAL = 0x80;
    private static final int CLOSE = 8;

    private final Socket socket = new Socket();

    private Stranger(int port, int receiveBuffer) throws IOException {
        if (receiveBuffer > 0) socket.setReceiveBufferSize(receiveBuffer);
        socket.setSoTimeout(Math.toIntExact(PATIENCE.toMillis()));
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress("127.0.0.1", port));
    }

    static Stranger connect(int port) throws IOException {
        return new Stranger(port, 0);
    }

    /// With so little room for what is sent to it that not reading shows soon.
    static Stranger deaf(int port) throws IOException {
        return new Stranger(port, 1_024);
    }

    Stranger send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    Stranger send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /// Becomes a WebSocket.
    Stranger upgrade(String path) throws IOException {
        return upgrade(path, "");
    }

    /// @param more headers, each after a line break
    Stranger upgrade(String path, String more) throws IOException {
        ask(path, more, "");
        var head = readHead();
        if (!head.startsWith("HTTP/1.1 101 ")) throw new IOException("no socket: " + head);
        return this;
    }

    /// Asks for a WebSocket, in one go.
    ///
    /// @param more headers, each after a line break
    void ask(String path, String more, String body) throws IOException {
        var head = "GET " + path + " HTTP/1.1\r\nHost: localhost" + more + "\r\n";
        head += "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
        send(head + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n" + body);
    }

    /// What the server says until an empty line.
    String readHead() throws IOException {
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) head.append((char) readByte());
        return head.toString();
    }

    /// All that the server says until it closes the connection. A connection that is reset has
    /// been closed, too.
    String readAll() {
        var all = new ByteArrayOutputStream();
        try {
            var some = new byte[8_192];
            for (int n = in().read(some); n >= 0; n = in().read(some)) all.write(some, 0, n);
        } catch (java.net.SocketTimeoutException stillOpen) {
            throw new AssertionError("not closed within " + PATIENCE, stillOpen);
        } catch (IOException reset) {
            return all.toString(StandardCharsets.ISO_8859_1);
        }
        return all.toString(StandardCharsets.ISO_8859_1);
    }

    /// A frame, masked with zeros.
    static byte[] frame(int kind, boolean isFinal, byte[] payload) {
        var frame = new ByteArrayOutputStream();
        frame.write(kind | (isFinal ? FINAL : 0));
        if (payload.length < 126) {
            frame.write(0x80 | payload.length);
        } else {
            frame.write(0x80 | 126);
            frame.write(payload.length >> 8);
            frame.write(payload.length);
        }
        frame.writeBytes(new byte[4]);
        frame.writeBytes(payload);
        return frame.toByteArray();
    }

    /// Sends the same so often, or until the server has ended it.
    void flood(int times, byte[] bytes) {
        for (int i = 0; i < times; i++) if (isCut(bytes)) return;
    }

    /// Sends something; answers whether the server has ended the connection.
    boolean isCut(byte[] bytes) {
        try {
            send(bytes);
            return false;
        } catch (IOException cut) {
            return true;
        }
    }

    /// The status with which the server closes the socket, whatever comes before; -1 when it ends
    /// without a word.
    int closedWith() {
        try {
            while (true) {
                int kind = in().read();
                if (kind < 0) return -1;
                var payload = in().readNBytes(length());
                if ((kind & 0xF) == CLOSE) return (payload[0] & 0xFF) << 8 | payload[1] & 0xFF;
            }
        } catch (java.net.SocketTimeoutException stillOpen) {
            throw new AssertionError("not closed within " + PATIENCE, stillOpen);
        } catch (IOException reset) {
            return -1;
        }
    }

    /// The next text. A ping may come before it at any time.
    String readText() throws IOException {
        while (true) {
            int kind = readByte() & 0xF;
            var payload = in().readNBytes(length());
            if (kind == TEXT) return new String(payload, StandardCharsets.UTF_8);
        }
    }

    private int length() throws IOException {
        int length = readByte();
        return length == 126 ? readByte() << 8 | readByte() : length;
    }

    private int readByte() throws IOException {
        int next = in().read();
        if (next < 0) throw new IOException("closed");
        return next;
    }

    private InputStream in() throws IOException {
        return socket.getInputStream();
    }

    /// Says good-bye as WebSockets do.
    void leave() throws IOException {
        send(frame(CLOSE, true, new byte[] {3, (byte) 0xE8}));
        closedWith();
        close();
    }

    /// Goes without a word.
    void vanish() throws IOException {
        socket.setSoLinger(true, 0);
        close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
