package dev.sluice.rabbitmq;

import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The queues that claims travel through. All are quorum queues, and what one passes to another as
/// a dead letter it keeps until the other has it.
///
/// - `<prefix>.claims`: claims on their way to a node. A message that comes back too often, because
///   each node that takes it dies, goes to the parking queue.
/// - `<prefix>.retry.<milliseconds>`: claims that wait that long and then go back to the claims,
///   one queue per delay, so that none waits behind a longer one. Those of the usual delays stand
///   always, the others until they have not been used for a while.
/// - `<prefix>.parked`: claims that wait for a person to look at them. The outbox knows them too,
///   so this queue drops its oldest when it is full.
///
/// What the broker has confirmed survives its crash, with one exception that was seen: a queue that
/// is younger than a few seconds, when there is only one broker. The outbox sends that again.
final class ClaimTopology {

    /// A queue in which claims wait for their retry. A delay of nothing needs none.
    record RetryQueue(String name, long millis) {}

    static final int DELIVERIES_MAX = 50;
    static final int PARKED_MAX = 100_000;

    private static final List<Duration> LADDER =
            List.of(Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(30));

    /// How much longer than its delay an unusual retry queue stands after its last use.
    private static final long SPARE_MILLIS = 600_000;

    private static final long SECOND = 1_000;
    private static final long TENTH = 100;
    private static final long DELAY_MILLIS_MAX = Duration.ofDays(7).toMillis();

    private final RabbitLink link;

    ClaimTopology(RabbitLink link) {
        this.link = link;
    }

    String claims() {
        return link.name("claims");
    }

    String parked() {
        return link.name("parked");
    }

    /// The queue for this delay, rounded up to tenths of a second and from one second on to
    /// seconds, so that there are few.
    RetryQueue retry(Duration delay) {
        long millis = delay.toMillis();
        if (millis > DELAY_MILLIS_MAX) throw new IllegalArgumentException("delay: " + delay);
        if (millis <= 0) return new RetryQueue(claims(), 0);
        long step = millis < SECOND ? TENTH : SECOND;
        long rounded = Math.ceilDiv(millis, step) * step;
        return new RetryQueue(link.name("retry." + rounded), rounded);
    }

    /// Declares what stands always.
    void declare(Channel channel) throws IOException {
        declare(channel, parked(), Map.of("x-max-length", PARKED_MAX, "x-overflow", "drop-head"));
        var claims = passingTo(parked());
        claims.put("x-delivery-limit", DELIVERIES_MAX);
        declare(channel, claims(), claims);
        for (var delay : LADDER) declare(channel, retry(delay));
    }

    /// Declares a queue for retries. One that is not usual is thereby used, and stands on.
    void declare(Channel channel, RetryQueue queue) throws IOException {
        if (queue.millis() == 0) return;
        var arguments = passingTo(claims());
        arguments.put("x-message-ttl", queue.millis());
        if (!LADDER.contains(Duration.ofMillis(queue.millis()))) {
            arguments.put("x-expires", queue.millis() + SPARE_MILLIS);
        }
        declare(channel, queue.name(), arguments);
    }

    /// Keeps a dead letter until the other queue has confirmed it, which asks for this overflow.
    static Map<String, Object> passingTo(String queue) {
        var arguments = new HashMap<String, Object>();
        arguments.put("x-dead-letter-exchange", "");
        arguments.put("x-dead-letter-routing-key", queue);
        arguments.put("x-dead-letter-strategy", "at-least-once");
        arguments.put("x-overflow", "reject-publish");
        return arguments;
    }

    static void declare(Channel channel, String queue, Map<String, Object> arguments)
            throws IOException {
        var all = new HashMap<>(arguments);
        all.put("x-queue-type", "quorum");
        channel.queueDeclare(queue, true, false, false, all);
    }
}
