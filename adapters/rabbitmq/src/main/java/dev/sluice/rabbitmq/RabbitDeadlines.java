package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import dev.sluice.news.Subscribers;
import dev.sluice.port.Deadlines;
import dev.sluice.rabbitmq.Publisher.Message;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Deadlines by TTL and dead letter. A reminder waits in `<prefix>.deadline.<seconds>`, where all
/// wait equally long, so that none is behind a longer one, and then goes to `<prefix>.deadlines`,
/// from which one of the nodes takes it. The time until it is due is rounded up to seconds: what a
/// sale gives to pay is nearly always the same, so there are few such queues, and those that are
/// not used any more go by themselves.
///
/// A node that has subscribers takes reminders, on a thread of the connection, and acknowledges
/// each when they have returned. A reminder that they failed on is not repeated.
public final class RabbitDeadlines implements Deadlines, AutoCloseable {

    private static final Logger LOG = System.getLogger(RabbitDeadlines.class.getName());
    private static final int PREFETCH = 16;
    private static final Duration DELAY_MAX = Duration.ofDays(30);

    /// How much longer than its delay a queue stands after its last use, and how often using it is
    /// said to the broker. The first is much longer than the second.
    private static final Duration SPARE = Duration.ofMinutes(15);

    private static final Duration RENEWED = Duration.ofMinutes(1);
    private static final int REMEMBERED_MAX = 10_000;
    private static final BasicProperties PROPERTIES =
            new BasicProperties.Builder()
                    .contentType("text/plain")
                    .type("deadline")
                    .deliveryMode(2)
                    .build();

    private final RabbitLink link;
    private final InstantSource clock;
    private final Publisher publisher;
    private final ChannelKeeper keeper;
    private final Subscribers<Instant> subscribers = new Subscribers<>();
    // When each waiting queue was last declared, by its seconds.
    private final Map<Long, Instant> declared = new ConcurrentHashMap<>();
    private boolean taking;

    /// Waits for the broker up to the timeout; when it is not there this goes on trying.
    public RabbitDeadlines(RabbitLink link, InstantSource clock) {
        this.link = link;
        this.clock = clock;
        this.publisher = new Publisher(link, "deadlines-out", this::declare);
        this.keeper =
                new ChannelKeeper(link, RabbitLink.Use.CONSUMING, "deadlines-in", new Taking());
    }

    @Override
    public void remind(Instant due) {
        var now = clock.instant();
        var body = due.toString().getBytes(StandardCharsets.UTF_8);
        long seconds = seconds(Duration.between(now, due));
        var queue = seconds == 0 ? deadlines() : waiting(seconds);
        publisher.publish(
                List.of(new Message("", queue, true, PROPERTIES, body)),
                channel -> declare(channel, seconds, now));
    }

    @Override
    public synchronized void subscribe(Consumer<Instant> subscriber) {
        subscribers.add(subscriber);
        if (taking) return;
        taking = true;
        keeper.start();
    }

    @Override
    public void close() {
        keeper.close();
        publisher.close();
    }

    /// What is due in more than a month is reminded of then, which is too early and does no harm:
    /// the order book decides.
    private static long seconds(Duration until) {
        if (!until.isPositive()) return 0;
        var bounded = until.compareTo(DELAY_MAX) < 0 ? until : DELAY_MAX;
        return bounded.plusNanos(999_999_999).toSeconds();
    }

    private String deadlines() {
        return link.name("deadlines");
    }

    private String waiting(long seconds) {
        return link.name("deadline." + seconds);
    }

    /// After a loss of the connection the queues may be gone too, so they are declared again.
    private void declare(Channel channel) throws IOException {
        declared.clear();
        ClaimTopology.declare(channel, deadlines(), Map.of());
    }

    private void declare(Channel channel, long seconds, Instant now) throws IOException {
        if (seconds == 0) return;
        var last = declared.get(seconds);
        if (last != null && Duration.between(last, now).abs().compareTo(RENEWED) < 0) return;
        var arguments = ClaimTopology.passingTo(deadlines());
        long millis = Duration.ofSeconds(seconds).toMillis();
        arguments.put("x-message-ttl", millis);
        arguments.put("x-expires", millis + SPARE.toMillis());
        ClaimTopology.declare(channel, waiting(seconds), arguments);
        if (declared.size() >= REMEMBERED_MAX) declared.clear();
        declared.put(seconds, now);
    }

    private void tell(byte[] body) {
        Instant due;
        try {
            due = Instant.parse(new String(body, StandardCharsets.UTF_8));
        } catch (DateTimeParseException e) {
            LOG.log(Level.WARNING, "a reminder is not understood: {0}", e.getMessage());
            return;
        }
        subscribers.tell(due);
    }

    private final class Taking implements ChannelKeeper.Owner {

        @Override
        public void opened(Channel channel) throws IOException {
            ClaimTopology.declare(channel, deadlines(), Map.of());
            channel.basicQos(PREFETCH);
            channel.basicConsume(deadlines(), false, new Reminders(channel));
        }

        @Override
        public void lost() {
            LOG.log(Level.DEBUG, "deadlines are not taken");
        }
    }

    /// Called on a thread of the connection.
    private final class Reminders extends DefaultConsumer {

        Reminders(Channel channel) {
            super(channel);
        }

        @Override
        public void handleDelivery(
                String tag, Envelope envelope, BasicProperties properties, byte[] body)
                throws IOException {
            tell(body);
            getChannel().basicAck(envelope.getDeliveryTag(), false);
        }

        @Override
        public void handleCancel(String tag) {
            keeper.renew(getChannel());
        }
    }
}
