package dev.sluice.services;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.FreePort;
import dev.sluice.contracts.Soon;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZookeeperTest {

    /// A JVM with a whole server starts, which is more than anything else that is waited for.
    private static final Duration START_MAX = Duration.ofMinutes(5);

    @TempDir Path folder;

    @Test
    void what_was_written_is_there_after_the_process_was_killed() throws Exception {
        int port;
        try (var free = FreePort.hold()) {
            port = free.port();
        }
        var content = "9".getBytes(StandardCharsets.UTF_8);
        var first = start(port);
        try {
            var client = connect(port);
            client.create("/stock", content, ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
            client.close();
        } finally {
            first.destroyForcibly().waitFor();
        }

        var second = start(port);
        try {
            var client = connect(port);
            assertArrayEquals(content, client.getData("/stock", false, null));
            client.close();
        } finally {
            second.destroyForcibly().waitFor();
        }
    }

    private Process start(int port) throws Exception {
        var ready = folder.resolve("ready");
        Files.deleteIfExists(ready);
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var main = Main.class.getName();
        // A session lives for at most twenty ticks, also while the machine has no time for it.
        var conf = Files.writeString(folder.resolve("conf"), "tickTime=3000\n").toString();
        var words = List.of("--port", "" + port, "--data", folder.toString(), "--conf", conf);
        var builder = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), main);
        builder.command().add("zookeeper");
        builder.command().addAll(words);
        var log = folder.resolve("log.txt");
        var process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        Soon.until(
                START_MAX,
                () -> "ZooKeeper is ready",
                () -> Files.exists(ready) || !process.isAlive());
        assertTrue(process.isAlive(), Files.readString(log));
        return process;
    }

    private static ZooKeeper connect(int port) throws Exception {
        var connected = new CountDownLatch(1);
        var client = new ZooKeeper("127.0.0.1:" + port, 60_000, event -> connected.countDown());
        assertTrue(connected.await(60, TimeUnit.SECONDS), "ZooKeeper does not answer");
        return client;
    }
}
