package dev.sluice.rocketmq;

import dev.sluice.news.Subscribers;
import dev.sluice.port.Deadlines;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;

/// Reminders as timed messages: the broker keeps each until its time and then gives it to one node.
/// A broker keeps a message for three days at most, so a later reminder travels in steps of a day.
public final class RocketDeadlines implements Deadlines, AutoCloseable {

    private static final System.Logger LOG = System.getLogger(RocketDeadlines.class.getName());
    private static final int QUEUES = 4;
    private static final Duration STEP_MAX = Duration.ofDays(1);
    private static final Duration WAIT = Duration.ofMillis(200);
    // Tells that the time of the message is not yet the time of the reminder.
    private static final String STEP = "step";

    private final InstantSource clock;
    private final String topic;
    private final RocketClient client;
    private final PopReader reader;
    private final Subscribers<Instant> subscribers = new Subscribers<>();
    // Null until somebody subscribes. Guarded by this.
    private Duty duty;

    public RocketDeadlines(RocketConfig config, InstantSource clock) {
        this.clock = clock;
        this.topic = config.named("deadlines");
        this.client = new RocketClient(config, "reminders", new DefaultMQProducer(topic));
        this.reader = new PopReader(clock, client, topic, QUEUES, topic, config.lease());
    }

    @Override
    public void remind(Instant due) {
        client.route(topic, QUEUES);
        var message = new Message(topic, due.toString().getBytes(StandardCharsets.UTF_8));
        var now = clock.instant();
        var step = now.plus(STEP_MAX);
        if (due.isAfter(step)) {
            message.putUserProperty(STEP, "true");
            message.setDeliverTimeMs(step.toEpochMilli());
        } else if (due.isAfter(now)) {
            message.setDeliverTimeMs(due.plusNanos(999_999).toEpochMilli());
        }
        client.send(message);
    }

    @Override
    public synchronized void subscribe(Consumer<Instant> subscriber) {
        subscribers.add(subscriber);
        if (duty == null) duty = new Duty("sluice-rocketmq-deadlines", this::step);
    }

    @Override
    public synchronized void close() {
        try (client;
                reader) {
            if (duty != null) duty.close();
        }
    }

    private void step() throws InterruptedException {
        var message = reader.next(WAIT);
        if (message.isEmpty()) return;
        remindOf(message.get());
        client.await("acknowledge", List.of(reader.done(message.get())));
    }

    private void remindOf(MessageExt message) {
        var text = new String(message.getBody(), StandardCharsets.UTF_8);
        try {
            var due = Instant.parse(text);
            if (message.getUserProperty(STEP) != null) remind(due);
            else subscribers.tell(due);
        } catch (DateTimeException e) {
            LOG.log(Level.ERROR, "no reminder: " + text, e);
        }
    }
}
