package dev.sluice.rehearsal;

import dev.sluice.contracts.NginxProcess;
import dev.sluice.contracts.Services;
import dev.sluice.rehearsal.backstage.PrivateSluice;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// Three nodes behind nginx, each a process of its own with a folder of its own.
final class Cluster implements AutoCloseable {

    static final String KEY = "operator-key-of-a-trial";

    private static final int NODES = 3;
    private static final List<String> JVM_OPTIONS =
            List.of(
                    "-ea",
                    "-XX:TieredStopAtLevel=1",
                    "-Xmx384m",
                    "-XX:+UseSerialGC",
                    "--enable-native-access=ALL-UNNAMED");

    private final NginxProcess nginx = new NginxProcess();
    private final List<PrivateSluice> nodes = new ArrayList<>();
    private final Path folder;

    Cluster(Map<String, String> settings, Path folder, RandomGenerator random)
            throws InterruptedException, IOException {
        this.folder = folder;
        var all = new HashMap<>(settings);
        all.put("SLUICE_EDGE_URLS", nginx.marksUrl());
        all.put("SLUICE_EDGE_KEY", NginxProcess.KEY);
        all.put("SLUICE_SERVER_TRUSTED_PROXIES", "127.0.0.1");
        try {
            for (int i = 1; i <= NODES; i++) {
                var own = Files.createDirectories(folder.resolve("node-" + i));
                var setup =
                        new PrivateSluice.Setup(
                                System.getProperty("java.class.path"), JVM_OPTIONS, KEY, own, all);
                nodes.add(PrivateSluice.start(setup, InstantSource.system(), random));
            }
            var ports = nodes.stream().map(node -> node.address().getPort()).toList();
            nginx.start(folder.resolve("nginx"), ports, Map.of());
        } catch (RuntimeException | InterruptedException | IOException | AssertionError e) {
            close();
            throw e;
        }
    }

    /// The way in that buyers use.
    URI edge() {
        return URI.create("http://127.0.0.1:" + nginx.port());
    }

    List<URI> nodes() {
        return nodes.stream().map(PrivateSluice::address).toList();
    }

    void killAndRestart(int node) throws InterruptedException {
        nodes.get(node).killAndRestart();
    }

    @Override
    public void close() {
        keepLogs();
        nginx.close();
        nodes.forEach(PrivateSluice::close);
    }

    /// What the nodes of the last trial have said, for whoever wonders why it failed. Each process
    /// has its own place for it, since several of them try at the same time.
    private void keepLogs() {
        try {
            var own = "target/trials/" + ProcessHandle.current().pid();
            var kept = Files.createDirectories(Services.root().resolve(own));
            for (int i = 1; i <= nodes.size(); i++) {
                Files.copy(
                        folder.resolve("node-" + i).resolve("sluice.log"),
                        kept.resolve("node-" + i + ".log"),
                        StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
