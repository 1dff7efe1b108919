package dev.sluice.rocketmq;

import dev.sluice.port.Unavailable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.impl.MQClientAPIImpl;
import org.apache.rocketmq.client.impl.factory.MQClientInstance;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.common.MixAll;
import org.apache.rocketmq.common.TopicConfig;
import org.apache.rocketmq.common.constant.PermName;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.common.topic.TopicValidator;
import org.apache.rocketmq.remoting.exception.RemotingException;
import org.apache.rocketmq.remoting.exception.RemotingSendRequestException;
import org.apache.rocketmq.remoting.protocol.ResponseCode;
import org.apache.rocketmq.remoting.protocol.route.TopicRouteData;

/// A connection to RocketMQ for one use: a producer, the topics, and every fault turned into
/// [Unavailable]. It starts without a broker and finds it when there is one. Safe for any thread.
final class RocketClient implements AutoCloseable {

    /// A broker that takes messages of a topic.
    record Broker(String name, String address) {}

    interface Call<T> {
        T run()
                throws MQClientException,
                        MQBrokerException,
                        RemotingException,
                        InterruptedException;
    }

    private static final Duration CLOSE_MAX = Duration.ofMillis(500);
    private static final int ROUTE_MILLIS = 10_000;
    private static final int HEARTBEAT_MILLIS = 5_000;

    private final DefaultMQProducer producer;
    private final long timeoutMillis;
    private final Outage outage;

    /// @param what whose messages these are, in the plural
    /// @param producer not yet configured nor started
    RocketClient(RocketConfig config, String what, DefaultMQProducer producer) {
        this.producer = producer;
        this.timeoutMillis = config.timeout().toMillis();
        this.outage = new Outage(what);
        int timeout = Math.toIntExact(timeoutMillis);
        producer.setNamesrvAddr(config.addresses());
        producer.setSendMsgTimeout(timeout);
        producer.setMqClientApiTimeout(timeout);
        producer.setRetryTimesWhenSendFailed(1);
        producer.setCompressMsgBodyOverHowmuch(Integer.MAX_VALUE);
        producer.setPollNameServerInterval(ROUTE_MILLIS);
        producer.setHeartbeatBrokerInterval(HEARTBEAT_MILLIS);
        try {
            producer.start();
        } catch (MQClientException e) {
            throw new IllegalStateException("the RocketMQ client does not start", e);
        }
        instance().getMQAdminImpl().setTimeoutMillis(timeoutMillis);
    }

    /// There is no other way to the connections and routes that the producer keeps.
    @SuppressWarnings("deprecation")
    MQClientInstance instance() {
        return producer.getDefaultMQProducerImpl().getMqClientFactory();
    }

    MQClientAPIImpl api() {
        return instance().getMQClientAPIImpl();
    }

    long timeoutMillis() {
        return timeoutMillis;
    }

    /// Distinguishes this client from all others.
    String name() {
        return producer.getInstanceName();
    }

    Outage outage() {
        return outage;
    }

    /// A connection that turns out to be gone is made anew, once.
    ///
    /// @throws Unavailable for every fault that the broker or the way to it may have
    <T> T call(String what, Call<T> call) {
        try {
            T answer;
            try {
                answer = call.run();
            } catch (RemotingSendRequestException e) {
                answer = call.run();
            }
            outage.over();
            return answer;
        } catch (MQClientException | MQBrokerException | RemotingException e) {
            throw unavailable(what, e);
        } catch (InterruptedException e) {
            throw interrupted(what, e);
        }
    }

    /// The broker has it, on disk if it is set up so, when this returns.
    void send(Message message) {
        kept(call("send", () -> producer.send(message)));
    }

    /// As [#send], to the queue that is chosen.
    void sendTo(Message message, Function<List<MessageQueue>, MessageQueue> choice) {
        kept(call("send", () -> producer.send(message, (all, _, _) -> choice.apply(all), null)));
    }

    void kept(SendResult result) {
        if (result.getSendStatus() == SendStatus.SEND_OK) return;
        throw unavailable("send", new RemotingException("answered " + result.getSendStatus()));
    }

    /// Waits for all of these answers.
    void await(String what, List<CompletableFuture<Void>> answers) {
        try {
            CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                    .get(timeoutMillis, TimeUnit.MILLISECONDS);
            outage.over();
        } catch (ExecutionException e) {
            throw unavailable(what, e.getCause());
        } catch (TimeoutException e) {
            throw unavailable(what, e);
        } catch (InterruptedException e) {
            throw interrupted(what, e);
        }
    }

    /// The brokers of a topic, which is created where there is none of that name.
    List<Broker> brokers(String topic, int queues) {
        var brokers = new ArrayList<Broker>();
        for (var broker : route(topic, queues).getBrokerDatas()) {
            var address = broker.getBrokerAddrs().get(MixAll.MASTER_ID);
            if (address != null) brokers.add(new Broker(broker.getBrokerName(), address));
        }
        return brokers;
    }

    /// What the name servers know of the topic. An operator who made it with more queues, or on
    /// some of the brokers only, is not overruled.
    TopicRouteData route(String topic, int queues) {
        var known = instance().getAnExistTopicRouteData(topic);
        return known != null ? known : call("find " + topic, () -> findOrCreate(topic, queues));
    }

    private TopicRouteData findOrCreate(String topic, int queues)
            throws MQClientException, MQBrokerException, RemotingException, InterruptedException {
        try {
            api().getTopicRouteInfoFromNameServer(topic, timeoutMillis, false);
        } catch (MQClientException e) {
            if (e.getResponseCode() != ResponseCode.TOPIC_NOT_EXIST) throw e;
            create(
                    new TopicConfig(
                            topic, queues, queues, PermName.PERM_READ | PermName.PERM_WRITE));
        }
        instance().updateTopicRouteInfoFromNameServer(topic);
        // By this the broker knows whom it may ask about a transaction, also when nothing was sent.
        instance().sendHeartbeatToAllBrokerWithLock();
        var route = instance().getAnExistTopicRouteData(topic);
        return route != null ? route : api().getTopicRouteInfoFromNameServer(topic, timeoutMillis);
    }

    /// On every broker: each of them has the topic for self tests.
    private void create(TopicConfig topic)
            throws MQClientException, MQBrokerException, RemotingException, InterruptedException {
        var all =
                api().getTopicRouteInfoFromNameServer(
                                TopicValidator.RMQ_SYS_SELF_TEST_TOPIC, timeoutMillis);
        for (var broker : all.getBrokerDatas()) {
            var address = broker.getBrokerAddrs().get(MixAll.MASTER_ID);
            if (address == null) continue;
            api().createTopic(
                            address,
                            TopicValidator.AUTO_CREATE_TOPIC_KEY_TOPIC,
                            topic,
                            timeoutMillis);
        }
    }

    Unavailable unavailable(String what, Throwable cause) {
        outage.seen(cause);
        return new Unavailable("RocketMQ did not " + what + ": " + Outage.reason(cause), cause);
    }

    private static Unavailable interrupted(String what, InterruptedException e) {
        Thread.currentThread().interrupt();
        return new Unavailable("told to end before RocketMQ could " + what, e);
    }

    @Override
    public void close() {
        end(producer::shutdown);
    }

    /// The client says goodbye to the broker first. Its last thread ends up to three seconds later,
    /// for which nobody needs to wait.
    static void end(Runnable shutdown) {
        var ending = Thread.ofPlatform().name("sluice-rocketmq-end").daemon().start(shutdown);
        try {
            ending.join(CLOSE_MAX);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
