package dev.sluice.zookeeper;

import java.time.Duration;
import java.util.regex.Pattern;

/// How signals go through ZooKeeper. Settings live under `sluice.zookeeper`.
///
/// @param servers `host:port,host:port`
/// @param path below which the signals are; nodes of one Sluice have the same
/// @param timeout after which a silent server counts as gone, and longest wait at the start
public record ZooKeeperConfig(String servers, String path, Duration timeout) {

    // Before the defaults, which are checked by it.
    private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9._-]{1,60}){1,8}");

    public static final ZooKeeperConfig DEFAULTS =
            new ZooKeeperConfig("127.0.0.1:2181", "/sluice", Duration.ofSeconds(6));

    public ZooKeeperConfig {
        require(!servers.isBlank(), "servers must name at least one");
        require(
                PATH.matcher(path).matches(),
                "path must be names of letters, digits, dots, dashes and underscores, each after"
                        + " a slash, was "
                        + path);
        require(timeout.toMillis() >= 1_000, "timeout must be at least 1 s, was " + timeout);
        require(timeout.toMinutes() < 1, "timeout must be under a minute, was " + timeout);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) throw new IllegalArgumentException("sluice.zookeeper: " + otherwise);
    }
}
