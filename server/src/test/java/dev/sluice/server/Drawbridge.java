package dev.sluice.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/// The one way from a node to a server. While it is up, connections are cut and new ones are closed
/// at once, as if the server were away; it can be waited for that somebody tries. While it is held,
/// connections stay and nothing comes through, as if the server hung, or a cable was pulled; then
/// all of it comes late.
final class Drawbridge implements AutoCloseable {

    private static final int PIECE = 16_384;

    private final ServerSocket door;
    private final Set<Socket> passing = ConcurrentHashMap.newKeySet();
    private final Semaphore turnedAway = new Semaphore(0);
    private volatile int port;
    private volatile boolean up;
    private volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);

    /// @param port of the server on this machine
    Drawbridge(int port) {
        this.port = port;
        try {
            door = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.startVirtualThread(this::admit);
    }

    int port() {
        return door.getLocalPort();
    }

    void raise() throws IOException {
        up = true;
        for (var socket : passing) socket.close();
    }

    void hold() {
        gate = new CompletableFuture<>();
    }

    void lower() {
        up = false;
        gate.complete(null);
    }

    /// From now on new connections lead to another server, which has taken the place of this one.
    void leadTo(int otherPort) {
        port = otherPort;
    }

    /// Returns when somebody has tried in vain after this call.
    void awaitAttempt() throws InterruptedException {
        turnedAway.drainPermits();
        turnedAway.acquire();
    }

    @Override
    public void close() throws IOException {
        door.close();
        raise();
        gate.complete(null);
    }

    private void admit() {
        try {
            while (true) lead(door.accept());
        } catch (IOException closed) {
            up = true;
        }
    }

    private void lead(Socket from) throws IOException {
        passing.add(from);
        if (up) {
            turnAway(from);
            return;
        }
        Socket to;
        try {
            to = new Socket(InetAddress.getLoopbackAddress(), port);
        } catch (IOException nobodyThere) {
            turnAway(from);
            return;
        }
        passing.add(to);
        Thread.startVirtualThread(() -> carry(from, to));
        Thread.startVirtualThread(() -> carry(to, from));
        // It may have been raised in between.
        if (up) raise();
    }

    private void turnAway(Socket from) throws IOException {
        from.close();
        passing.remove(from);
        turnedAway.release();
    }

    private void carry(Socket from, Socket to) {
        var piece = new byte[PIECE];
        try (from;
                to) {
            var in = from.getInputStream();
            var out = to.getOutputStream();
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                gate.join();
                out.write(piece, 0, read);
            }
        } catch (IOException cut) {
            // Both ends are closed, whichever was first.
        } finally {
            passing.remove(from);
            passing.remove(to);
        }
    }
}
