package dev.sluice.rocketmq;

import java.time.Duration;
import java.util.regex.Pattern;

/// Where RocketMQ is and how long it may take. Settings live under `sluice.rocketmq`.
///
/// @param addresses the name servers, as `host:port;host:port`
/// @param prefix begins the name of each topic and group, so that several may share a broker
/// @param timeout longest wait for an answer of the broker
/// @param lease how long a message belongs to the node that took it; what is not done by then comes
///     again, to any node
public record RocketConfig(String addresses, String prefix, Duration timeout, Duration lease) {

    public static final String DEFAULT_PREFIX = "sluice";
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(5);
    public static final Duration DEFAULT_LEASE = Duration.ofSeconds(30);

    private static final Duration TIMEOUT_MIN = Duration.ofMillis(100);
    private static final Duration TIMEOUT_MAX = Duration.ofMinutes(1);
    private static final Duration LEASE_MIN = Duration.ofSeconds(1);
    private static final Duration LEASE_MAX = Duration.ofHours(1);
    private static final Pattern ADDRESS = Pattern.compile("[^\\s;:]+:(\\d{1,5})");
    private static final Pattern PREFIX = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

    public RocketConfig {
        for (var address : addresses.split(";", -1)) {
            require(isAddress(address), "addresses must be host:port;host:port, was " + addresses);
        }
        require(
                PREFIX.matcher(prefix).matches(),
                "prefix must be 1 to 64 letters, digits, - or _, was '" + prefix + "'");
        requireWithin("timeout", timeout, TIMEOUT_MIN, TIMEOUT_MAX);
        requireWithin("lease", lease, LEASE_MIN, LEASE_MAX);
    }

    /// The defaults with these name servers.
    public static RocketConfig of(String addresses) {
        return new RocketConfig(addresses, DEFAULT_PREFIX, DEFAULT_TIMEOUT, DEFAULT_LEASE);
    }

    /// The name of a topic or group.
    String named(String name) {
        return prefix + "-" + name;
    }

    private static boolean isAddress(String address) {
        var matcher = ADDRESS.matcher(address);
        if (!matcher.matches()) return false;
        int port = Integer.parseInt(matcher.group(1));
        return port >= 1 && port <= 65_535;
    }

    private static void requireWithin(String name, Duration value, Duration min, Duration max) {
        require(
                value.compareTo(min) >= 0 && value.compareTo(max) <= 0,
                name + " must be between " + min + " and " + max + ", was " + value);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) throw new IllegalArgumentException("sluice.rocketmq: " + otherwise);
    }
}
