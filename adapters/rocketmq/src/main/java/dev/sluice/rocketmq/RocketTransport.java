package dev.sluice.rocketmq;

import dev.sluice.news.Inbox;
import dev.sluice.port.EnvelopeText;
import dev.sluice.port.Transport;
import dev.sluice.port.Unavailable;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.remoting.protocol.heartbeat.MessageModel;

/// Signals by broadcasting consumption: every node reads every message of the topic, from the
/// moment at which it started. A node sends to one queue, which keeps its signals in order, and
/// chooses another when that one's broker is away.
public final class RocketTransport implements Transport, AutoCloseable {

    private static final System.Logger LOG = System.getLogger(RocketTransport.class.getName());
    private static final int QUEUES = 1;
    private static final int PULL_THREADS = 4;
    private static final int PULL_MAX = 32;
    private static final Duration WAIT = Duration.ofMillis(200);

    private final String topic;
    private final RocketClient client;
    private final DefaultLitePullConsumer consumer;
    private final Positions positions = new Positions();
    private final Inbox inbox = new Inbox();
    private final AtomicInteger queueNumber = new AtomicInteger();
    private final Duty duty;
    // The queues that are heard. After the constructor only the duty's thread touches it.
    private final Set<MessageQueue> heard = new HashSet<>();

    /// Without a broker it starts too, and hears signals from when there is one.
    public RocketTransport(RocketConfig config) {
        this.topic = config.named("signals");
        this.client = new RocketClient(config, "signals", new DefaultMQProducer(topic));
        this.consumer = consumer(config);
        queueNumber.set(client.name().hashCode());
        try {
            hearAll();
        } catch (Unavailable e) {
            LOG.log(Level.DEBUG, "started without RocketMQ", e);
        }
        this.duty = new Duty("sluice-rocketmq-signals", this::step);
    }

    /// Signals are of use for seconds, so the broker need not write them to disk first.
    @Override
    public void send(Envelope envelope) {
        var message =
                new Message(topic, EnvelopeText.of(envelope).getBytes(StandardCharsets.UTF_8));
        message.setWaitStoreMsgOK(false);
        client.route(topic, QUEUES);
        try {
            client.sendTo(
                    message, queues -> queues.get(Math.floorMod(queueNumber.get(), queues.size())));
        } catch (Unavailable e) {
            queueNumber.incrementAndGet();
            throw e;
        }
    }

    @Override
    public void subscribe(Consumer<Envelope> subscriber) {
        inbox.subscribe(subscriber);
    }

    @Override
    public void close() {
        duty.close();
        RocketClient.end(consumer::shutdown);
        client.close();
    }

    private DefaultLitePullConsumer consumer(RocketConfig config) {
        var consumer = new DefaultLitePullConsumer(topic);
        consumer.setNamesrvAddr(config.addresses());
        consumer.setInstanceName(client.name());
        consumer.setMqClientApiTimeout(Math.toIntExact(client.timeoutMillis()));
        consumer.setMessageModel(MessageModel.BROADCASTING);
        consumer.setOffsetStore(positions);
        consumer.setAutoCommit(false);
        consumer.setPullThreadNums(PULL_THREADS);
        consumer.setPullBatchSize(PULL_MAX);
        consumer.setPullTimeDelayMillsWhenException(WAIT.toMillis());
        try {
            consumer.start();
        } catch (MQClientException e) {
            throw new IllegalStateException("the RocketMQ client does not start", e);
        }
        return consumer;
    }

    private void step() {
        hearAll();
        for (var message : consumer.poll(WAIT.toMillis())) {
            inbox.hear(new String(message.getBody(), StandardCharsets.UTF_8));
        }
    }

    /// Hears the queues that are new from their present end on.
    private void hearAll() {
        var all = queues();
        if (heard.equals(all)) return;
        for (var queue : all) {
            if (heard.contains(queue)) continue;
            long end =
                    client.call(
                            "find the last signal",
                            () -> client.instance().getMQAdminImpl().maxOffset(queue));
            positions.updateOffset(queue, end, false);
        }
        heard.clear();
        heard.addAll(all);
        consumer.assign(List.copyOf(heard));
    }

    private Set<MessageQueue> queues() {
        var queues = new HashSet<MessageQueue>();
        for (var queue : client.route(topic, QUEUES).getQueueDatas()) {
            for (int id = 0; id < queue.getReadQueueNums(); id++) {
                queues.add(new MessageQueue(topic, queue.getBrokerName(), id));
            }
        }
        return queues;
    }
}
