package dev.sluice.services;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;

/// One ZooKeeper server, without a quorum. It knows the setting `tickTime`, in milliseconds.
final class Zookeeper {

    private static final int CONNECTIONS_MAX = 200;
    private static final String TICK_MILLIS = "500";

    private Zookeeper() {}

    static void start(int port, Path data, Properties conf)
            throws IOException, InterruptedException {
        // The log is written in blocks of this many KiB; its own default is 64 MiB.
        System.setProperty("zookeeper.preAllocSize", "1024");
        System.setProperty("zookeeper.admin.enableServer", "false");
        var tick = Integer.parseInt(conf.getProperty("tickTime", TICK_MILLIS));
        var files = new FileTxnSnapLog(data.resolve("log").toFile(), data.resolve("data").toFile());
        var server = new ZooKeeperServer(files, tick, "");
        server.setMinSessionTimeout(tick);
        var factory =
                ServerCnxnFactory.createFactory(
                        new InetSocketAddress("127.0.0.1", port), CONNECTIONS_MAX);
        factory.startup(server);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> factory.shutdown(), "stop"));
    }
}
