package dev.sluice.server;

import dev.sluice.contracts.Soon;
import dev.sluice.port.Unavailable;
import dev.sluice.server.TrialSetup.Part;
import dev.sluice.server.config.StartFailure;
import dev.sluice.server.config.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicReference;

/// Two nodes on real servers, over a database and keys of their own, each with a way of its own to
/// every server. A test cuts ways, or ends a node, and [TrialSale] says what became of a sale
/// meanwhile.
final class Trial implements AutoCloseable {

    static final int NODES = 2;
    static final String KEY = ServerApart.KEY;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final InstantSource clock;
    private final Path folder;
    private final List<Map<Part, Drawbridge>> ways = new ArrayList<>();
    private final List<Map<String, String>> settings = new ArrayList<>();
    private final Api[] apis = new Api[NODES];
    private final AutoCloseable[] nodes = new AutoCloseable[NODES];
    private final Deque<AutoCloseable> owned = new ArrayDeque<>();

    /// Starts nothing yet.
    ///
    /// @param servers the ports of the servers, some of which may be the test's own
    /// @param more settings of all nodes
    Trial(
            TrialSetup setup,
            Map<Part, Integer> servers,
            Map<String, String> more,
            InstantSource clock)
            throws IOException {
        this.clock = clock;
        this.folder = Files.createTempDirectory("sluice-trial");
        var name = "trial" + Long.toString(RANDOM.nextLong() & Long.MAX_VALUE, 36);
        setup.createDatabase(name);
        for (int node = 0; node < NODES; node++) {
            var own = new EnumMap<Part, Drawbridge>(Part.class);
            var ports = new EnumMap<>(servers);
            for (var part : Part.values()) {
                if (!setup.canBeCut(part)) continue;
                own.put(part, new Drawbridge(servers.get(part)));
                ports.put(part, own.get(part).port());
            }
            ways.add(own);
            var all = new HashMap<>(setup.settings(name, ports));
            all.putAll(more);
            all.put("sluice.server.port", "0");
            all.put("sluice.no-demo", "true");
            all.put("sluice.data", folder.resolve("node-" + node).toString());
            settings.add(all);
        }
    }

    /// Starts both nodes in this process.
    Trial start() {
        for (int node = 0; node < NODES; node++) start(node);
        return this;
    }

    void start(int node) {
        Soon.until("node " + node + " starts", () -> isStarted(node));
    }

    /// On a busy machine a server may not answer in time, and then a node does not start.
    private boolean isStarted(int node) {
        var all = new HashMap<>(settings.get(node));
        all.put("sluice.operator-key", KEY);
        var sluice = new Sluice(Settings.of(all), new World(clock, RANDOM, System::nanoTime));
        try {
            sluice.start();
        } catch (StartFailure | Unavailable busy) {
            return false;
        }
        nodes[node] = sluice;
        apis[node] = new Api(sluice.port());
        return true;
    }

    /// Starts a node in a process of its own.
    ServerApart startApart(int node) throws IOException, InterruptedException {
        var lines = new StringBuilder();
        settings.get(node).forEach((name, value) -> lines.append(name + "=" + value + "\n"));
        var file = Files.writeString(folder.resolve("settings-" + node), lines);
        var data = Path.of(settings.get(node).get("sluice.data"));
        var process = ServerApart.start(data, "--config", file.toString());
        nodes[node] = process;
        apis[node] = new Api(process.port());
        return process;
    }

    /// Closes it after the nodes.
    <T extends AutoCloseable> T own(T server) {
        owned.push(server);
        return server;
    }

    Drawbridge way(int node, Part part) {
        return ways.get(node).get(part);
    }

    /// The ways of all nodes to one part.
    List<Drawbridge> ways(Part part) {
        return ways.stream().map(own -> own.get(part)).toList();
    }

    InstantSource clock() {
        return clock;
    }

    Api api(int node) {
        return apis[node];
    }

    Api operator(int node) {
        return apis[node].as(KEY);
    }

    boolean isReady(int node) {
        return readiness(node).status() == 200;
    }

    Answer readiness(int node) {
        return apis[node].root().get("/health/ready");
    }

    /// The value of a metric. It is left out while a part does not answer that it asks, which may
    /// be so for a moment on a busy machine.
    long metric(int node, String name) {
        var found = new AtomicReference<>(OptionalLong.empty());
        Soon.until(
                "node " + node + " has " + name,
                () -> {
                    found.set(findMetric(node, name));
                    return found.get().isPresent();
                });
        return found.get().getAsLong();
    }

    private OptionalLong findMetric(int node, String name) {
        var text = apis[node].root().get("/metrics").is(200).body();
        return text.lines()
                .filter(line -> line.startsWith(name + " "))
                .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1)))
                .findFirst();
    }

    @Override
    public void close() throws IOException {
        for (var own : ways) own.values().forEach(Drawbridge::lower);
        for (var node : nodes) if (node != null) close(node);
        for (var own : ways) for (var way : own.values()) way.close();
        while (!owned.isEmpty()) close(owned.pop());
        ApiTest.delete(folder);
    }

    private static void close(AutoCloseable one) {
        try {
            one.close();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
