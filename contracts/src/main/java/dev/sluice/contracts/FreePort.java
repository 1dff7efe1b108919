package dev.sluice.contracts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;

/// A port of 127.0.0.1 for a server that must be told its port, and be known by it, before it
/// starts. It is below those that the system hands out by itself, so that no connection and no
/// other server of the machine gets it by chance; until it is closed, nobody can have it. Whoever
/// connects to it meanwhile is refused.
public final class FreePort implements AutoCloseable {

    private static final int PORT_MIN = 12_000;
    private static final int PORT_MAX = 20_000;
    private static final int TRIES_MAX = 200;

    private final Socket held;

    private FreePort(Socket held) {
        this.held = held;
    }

    public static FreePort hold() {
        IOException why = null;
        for (int i = 0; i < TRIES_MAX; i++) {
            int port = ThreadLocalRandom.current().nextInt(PORT_MIN, PORT_MAX);
            var socket = new Socket();
            try {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return new FreePort(socket);
            } catch (IOException taken) {
                why = taken;
            }
        }
        throw new UncheckedIOException("no free port found", why);
    }

    public int port() {
        return held.getLocalPort();
    }

    /// Gives the port away, to be used at once.
    @Override
    public void close() {
        try {
            held.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
