package dev.sluice.services;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZookeeperTest {

    private static final int WAIT_STEPS_MAX = 1_200;

    @TempDir Path folder;

    @Test
    void what_was_written_is_there_after_the_process_was_killed() throws Exception {
        int port = freePort();
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
        var words = List.of("zookeeper", "--port", "" + port, "--data", folder.toString());
        var builder = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), main);
        builder.command().addAll(words);
        var log = folder.resolve("log.txt");
        var process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
        for (int i = 0; i < WAIT_STEPS_MAX && process.isAlive(); i++) {
            if (Files.exists(ready)) return process;
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        process.destroyForcibly();
        throw new AssertionError(Files.readString(log));
    }

    private static ZooKeeper connect(int port) throws Exception {
        var connected = new CountDownLatch(1);
        var client = new ZooKeeper("127.0.0.1:" + port, 10_000, event -> connected.countDown());
        assertTrue(connected.await(30, TimeUnit.SECONDS), "ZooKeeper does not answer");
        return client;
    }

    private static int freePort() throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
