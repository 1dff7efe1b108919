package dev.sluice.rabbitmq;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// How Sluice uses RabbitMQ. Settings live under `sluice.rabbitmq`.
///
/// @param urls nodes of one cluster, tried in turn: `amqp://user:password@host:port/vhost`
/// @param prefix what all names of queues and exchanges begin with, so that several Sluices can
///     share a broker
/// @param prefetch messages that a node has in hand at a time; a message carries up to
///     [RabbitCourier#CLAIMS_PER_MESSAGE] claims
/// @param confirmMax messages that are sent before the broker's confirms are waited for
/// @param timeout longest wait for the broker; after it the outcome is unknown
public record RabbitConfig(
        List<String> urls, String prefix, int prefetch, int confirmMax, Duration timeout) {

    private static final Pattern PREFIX = Pattern.compile("[a-z0-9][a-z0-9._-]{0,99}");

    /// A quorum queue serves a consumer at most this many at a time.
    private static final int PREFETCH_MAX = 2_000;

    public RabbitConfig {
        urls = List.copyOf(urls);
        require(!urls.isEmpty(), "a url is needed");
        urls.forEach(RabbitUrl::parse);
        require(
                PREFIX.matcher(prefix).matches(),
                "prefix must be lower-case letters, digits, dots and dashes, was " + prefix);
        require(prefetch >= 1, "prefetch must be at least 1, was " + prefetch);
        require(prefetch <= PREFETCH_MAX, "prefetch must be at most 2000, was " + prefetch);
        require(confirmMax >= 1, "confirm-max must be at least 1, was " + confirmMax);
        require(confirmMax <= 100_000, "confirm-max must be at most 100000, was " + confirmMax);
        require(timeout.toMillis() >= 100, "timeout must be at least 100 ms, was " + timeout);
        require(timeout.toMinutes() < 1, "timeout must be under a minute, was " + timeout);
    }

    /// The defaults, with these urls separated by commas.
    public static RabbitConfig of(String urls) {
        var all = new ArrayList<String>();
        for (var url : urls.split(",")) if (!url.isBlank()) all.add(url.strip());
        return new RabbitConfig(all, "sluice", 64, 1_000, Duration.ofSeconds(5));
    }

    public RabbitConfig withPrefix(String prefix) {
        return new RabbitConfig(urls, prefix, prefetch, confirmMax, timeout);
    }

    public RabbitConfig withTimeout(Duration timeout) {
        return new RabbitConfig(urls, prefix, prefetch, confirmMax, timeout);
    }

    public RabbitConfig withPrefetch(int prefetch) {
        return new RabbitConfig(urls, prefix, prefetch, confirmMax, timeout);
    }

    List<RabbitUrl> brokers() {
        return urls.stream().map(RabbitUrl::parse).toList();
    }

    /// Without the passwords.
    @Override
    public String toString() {
        return brokers()
                + " prefix "
                + prefix
                + ", prefetch "
                + prefetch
                + ", confirm-max "
                + confirmMax
                + ", timeout "
                + timeout;
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) throw new IllegalArgumentException("sluice.rabbitmq: " + otherwise);
    }
}
