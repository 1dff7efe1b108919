package dev.sluice.contracts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/// A private nginx with the configuration of `deploy/nginx`, in front of nodes on this machine. Its
/// ports are known before it starts, so that nodes can be told of them.
public final class NginxProcess implements AutoCloseable {

    public static final String KEY = "edge-key-for-tests";

    private static final long PATIENCE_SECONDS = 60;

    private final FreePort heldPort = FreePort.hold();
    private final FreePort heldMarksPort = FreePort.hold();
    private final int port = heldPort.port();
    private final int marksPort = heldMarksPort.port();
    private Process process;
    private Path log;

    /// The port for everybody.
    public int port() {
        return port;
    }

    public int marksPort() {
        return marksPort;
    }

    /// What a node is told to put its marks to.
    public String marksUrl() {
        return "http://127.0.0.1:" + marksPort;
    }

    /// Starts it and waits until it listens.
    ///
    /// @param folder an empty or missing one for all that it writes
    /// @param nodes the ports of the nodes
    /// @param more other variables of `deploy/nginx/render`
    public NginxProcess start(Path folder, List<Integer> nodes, Map<String, String> more) {
        try {
            Files.createDirectories(folder);
            log = folder.resolve("error.log");
            var configuration = folder.resolve("nginx.conf");
            var variables = variables(folder, nodes);
            variables.putAll(more);
            var render = new ProcessBuilder(home().resolve("render").toString());
            render.environment().putAll(variables);
            render.redirectOutput(configuration.toFile()).redirectError(log.toFile());
            if (render.start().waitFor() != 0) throw failure("render failed");
            heldPort.close();
            heldMarksPort.close();
            process = nginx(configuration, variables);
            await();
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /// What nginx has complained about.
    public String errors() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        heldPort.close();
        heldMarksPort.close();
        if (process == null) return;
        // A killed master leaves its workers behind, so it is asked first.
        var workers = process.descendants().toList();
        process.destroy();
        try {
            if (process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        workers.forEach(ProcessHandle::destroyForcibly);
    }

    private Map<String, String> variables(Path folder, List<Integer> nodes) {
        var variables = new HashMap<String, String>();
        variables.put(
                "EDGE_NODES",
                nodes.stream().map(node -> "127.0.0.1:" + node).collect(Collectors.joining(" ")));
        variables.put("EDGE_PORT", "127.0.0.1:" + port);
        variables.put("EDGE_MARKS_PORT", "127.0.0.1:" + marksPort);
        variables.put("EDGE_KEY", KEY);
        variables.put("EDGE_RUN", folder.resolve("run").toString());
        variables.put("EDGE_LOG", log.toString());
        variables.put("EDGE_WORKERS", "2");
        variables.put("EDGE_CONNECTIONS", "1024");
        variables.put("EDGE_FILES", "4096");
        if (System.getProperty("user.name").equals("root")) variables.put("EDGE_USER", "root");
        return variables;
    }

    private Process nginx(Path configuration, Map<String, String> variables) throws IOException {
        var builder =
                new ProcessBuilder(
                        "nginx",
                        "-e",
                        log.toString(),
                        "-c",
                        configuration.toString(),
                        "-g",
                        "daemon off;");
        builder.environment().putAll(variables);
        builder.redirectErrorStream(true);
        return builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile())).start();
    }

    private void await() {
        Soon.until(
                () -> "nginx listens: " + errors(),
                () -> {
                    if (!process.isAlive()) throw failure("nginx ended");
                    return listens(port) && listens(marksPort);
                });
    }

    private AssertionError failure(String what) {
        return new AssertionError(what + ": " + errors());
    }

    private static boolean listens(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    private static Path home() {
        return Services.root().resolve("deploy/nginx");
    }
}
