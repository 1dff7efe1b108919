package dev.sluice.redis.link;

import io.lettuce.core.RedisURI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Where Redis is, as an operator writes it. See [RedisConfig] for the forms.
///
/// @param master the name by which the sentinels know the master; empty in the other modes
public record RedisAddress(
        Mode mode,
        boolean tls,
        String user,
        String password,
        List<Host> hosts,
        int database,
        String master) {

    enum Mode {
        STANDALONE,
        SENTINEL,
        CLUSTER
    }

    public record Host(String name, int port) {

        @Override
        public String toString() {
            return name + ":" + port;
        }
    }

    private static final int PORT = 6379;
    private static final int SENTINEL_PORT = 26379;

    static RedisAddress parse(String url) {
        int colon = url.indexOf("://");
        RedisConfig.require(
                colon > 0, "url must begin with redis://, redis-sentinel:// or redis-cluster://");
        var scheme = url.substring(0, colon);
        var mode =
                switch (scheme) {
                    case "redis", "rediss" -> Mode.STANDALONE;
                    case "redis-sentinel", "rediss-sentinel" -> Mode.SENTINEL;
                    case "redis-cluster", "rediss-cluster" -> Mode.CLUSTER;
                    default ->
                            throw new IllegalArgumentException(
                                    "sluice.redis: url must begin with redis://,"
                                            + " redis-sentinel:// or redis-cluster://, not "
                                            + scheme
                                            + "://");
                };
        var rest = url.substring(colon + 3);
        int at = rest.lastIndexOf('@');
        var access = at < 0 ? "" : rest.substring(0, at);
        var place = rest.substring(at + 1);
        int slash = place.indexOf('/');
        var path = slash < 0 ? "" : place.substring(slash + 1);
        var hosts = hosts(slash < 0 ? place : place.substring(0, slash), mode);
        int split = access.indexOf(':');
        return new RedisAddress(
                mode,
                scheme.startsWith("rediss"),
                decoded(split < 0 ? "" : access.substring(0, split)),
                decoded(split < 0 ? access : access.substring(split + 1)),
                hosts,
                database(mode, path),
                master(mode, path));
    }

    RedisURI uri(Host host, Duration timeout) {
        var uri = bareUri(host, timeout);
        if (!user.isEmpty()) uri.setAuthentication(user, password.toCharArray());
        else if (!password.isEmpty()) uri.setAuthentication(password.toCharArray());
        uri.setDatabase(database);
        return uri;
    }

    /// Sentinels have no databases and seldom a password.
    RedisURI bareUri(Host host, Duration timeout) {
        var uri = RedisURI.create(host.name(), host.port());
        uri.setSsl(tls);
        uri.setTimeout(timeout);
        return uri;
    }

    @Override
    public String toString() {
        return mode.name().toLowerCase(java.util.Locale.ROOT) + " " + hosts;
    }

    private static List<Host> hosts(String text, Mode mode) {
        var hosts = new ArrayList<Host>();
        for (var part : text.split(",")) {
            int colon = part.lastIndexOf(':');
            int bracket = part.lastIndexOf(']');
            boolean ported = colon > bracket;
            var name = (ported ? part.substring(0, colon) : part).replaceAll("[\\[\\]]", "");
            RedisConfig.require(!name.isEmpty(), "url names no host");
            int usual = mode == Mode.SENTINEL ? SENTINEL_PORT : PORT;
            hosts.add(new Host(name, ported ? number(part.substring(colon + 1)) : usual));
        }
        RedisConfig.require(
                mode != Mode.STANDALONE || hosts.size() == 1,
                "url names several hosts: redis-sentinel:// or redis-cluster:// may");
        return List.copyOf(hosts);
    }

    private static int database(Mode mode, String path) {
        if (mode == Mode.STANDALONE) return path.isEmpty() ? 0 : number(path);
        RedisConfig.require(
                mode != Mode.CLUSTER || path.isEmpty(), "a cluster has no database " + path);
        return 0;
    }

    private static String master(Mode mode, String path) {
        if (mode != Mode.SENTINEL) return "";
        RedisConfig.require(!path.isEmpty(), "url must end with the name of the master");
        return path;
    }

    private static int number(String text) {
        try {
            int number = Integer.parseInt(text);
            if (number >= 0 && number < 65_536) return number;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("sluice.redis: url: no number: " + text, e);
        }
        throw new IllegalArgumentException("sluice.redis: url: no such number: " + text);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }
}
