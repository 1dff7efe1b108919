package dev.sluice.rocketmq;

import dev.sluice.port.Unavailable;
import dev.sluice.rocketmq.RocketClient.Broker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.rocketmq.client.consumer.AckCallback;
import org.apache.rocketmq.client.consumer.AckResult;
import org.apache.rocketmq.client.consumer.PopCallback;
import org.apache.rocketmq.client.consumer.PopResult;
import org.apache.rocketmq.client.consumer.PopStatus;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.common.constant.ConsumeInitMode;
import org.apache.rocketmq.common.message.MessageConst;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.remoting.exception.RemotingException;
import org.apache.rocketmq.remoting.protocol.header.AckMessageRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.ChangeInvisibleTimeRequestHeader;
import org.apache.rocketmq.remoting.protocol.header.ExtraInfoUtil;
import org.apache.rocketmq.remoting.protocol.header.PopMessageRequestHeader;

/// Takes messages of one topic for one group by popping: the broker leases each message to one
/// node, and any other gets it when the lease ends before the message is done. So messages are done
/// one by one and in any order, where offsets of a queue only go forward together, and nodes that
/// come and go do not disturb the others.
///
/// How it works: each broker of the topic is asked by at most one request at a time, and only while
/// somebody waits. The broker keeps a request a while when it has nothing, and the answer asks
/// again as long as somebody still waits. What arrives goes to the inbox, and so does a mark that
/// wakes a waiter when a broker failed. Safe for any thread.
final class PopReader implements AutoCloseable {

    private static final int BATCH_MAX = 32;
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration BACK_SOON = Duration.ofMillis(1);
    private static final int ANY_QUEUE = -1;
    private static final MessageExt WAKE = new MessageExt();

    /// What is known of one broker.
    private static final class Source {
        final AtomicBoolean asked = new AtomicBoolean();
        volatile Throwable fault;
    }

    private final InstantSource clock;
    private final RocketClient client;
    private final String topic;
    private final int queues;
    private final String group;
    private final Duration lease;

    private final ConcurrentHashMap<Broker, Source> sources = new ConcurrentHashMap<>();
    private final LinkedBlockingQueue<MessageExt> inbox = new LinkedBlockingQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile boolean resting;
    private volatile boolean closed;

    /// @param queues of the topic on each broker where it has to be created
    PopReader(
            InstantSource clock,
            RocketClient client,
            String topic,
            int queues,
            String group,
            Duration lease) {
        this.clock = clock;
        this.client = client;
        this.topic = topic;
        this.queues = queues;
        this.group = group;
        this.lease = lease;
    }

    /// A message that is here already.
    Optional<MessageExt> poll() {
        var message = inbox.poll();
        while (message == WAKE) message = inbox.poll();
        return Optional.ofNullable(message);
    }

    /// The next message; waits for it so long.
    Optional<MessageExt> next(Duration wait) throws InterruptedException {
        resting = false;
        var here = poll();
        if (here.isPresent()) return here;
        waiting.incrementAndGet();
        try {
            askAll();
            var message = await(wait);
            if (waiting.get() > 1 && inbox.isEmpty()) askAll();
            return message;
        } finally {
            waiting.decrementAndGet();
        }
    }

    /// The message comes to nobody any more. Nothing happens when its lease is over.
    CompletableFuture<Void> done(MessageExt message) {
        var handle = handle(message);
        var header = new AckMessageRequestHeader();
        header.setConsumerGroup(group);
        header.setTopic(ExtraInfoUtil.getRealTopic(handle, topic, group));
        header.setQueueId(ExtraInfoUtil.getQueueId(handle));
        header.setOffset(ExtraInfoUtil.getQueueOffset(handle));
        header.setExtraInfo(message.getProperty(MessageConst.PROPERTY_POP_CK));
        header.setBrokerName(message.getBrokerName());
        var answer = new Answer();
        return answer.of(() ->
                client.api()
                        .ackMessageAsync(address(message), client.timeoutMillis(), answer, header));
    }

    /// The message may come to any node again.
    CompletableFuture<Void> giveBack(MessageExt message) {
        var handle = handle(message);
        var header = new ChangeInvisibleTimeRequestHeader();
        header.setConsumerGroup(group);
        header.setTopic(ExtraInfoUtil.getRealTopic(handle, topic, group));
        header.setQueueId(ExtraInfoUtil.getQueueId(handle));
        header.setOffset(ExtraInfoUtil.getQueueOffset(handle));
        header.setExtraInfo(message.getProperty(MessageConst.PROPERTY_POP_CK));
        header.setInvisibleTime(BACK_SOON.toMillis());
        header.setBrokerName(message.getBrokerName());
        var answer = new Answer();
        return answer.of(() ->
                client.api()
                        .changeInvisibleTimeAsync(
                                message.getBrokerName(),
                                address(message),
                                header,
                                client.timeoutMillis(),
                                answer));
    }

    /// Gives back what nobody has taken yet, and what arrives before somebody waits again.
    List<CompletableFuture<Void>> rest() {
        resting = true;
        var back = new ArrayList<CompletableFuture<Void>>();
        for (var left = poll(); left.isPresent(); left = poll()) back.add(giveBack(left.get()));
        return back;
    }

    @Override
    public void close() {
        closed = true;
        client.await("take messages back", rest());
    }

    /// What is left of a wait. A clock that is put back does not make it longer.
    static Duration left(Instant until, Instant now, Duration wait) {
        var left = Duration.between(now, until);
        if (left.isNegative()) return Duration.ZERO;
        return left.compareTo(wait) < 0 ? left : wait;
    }

    private Optional<MessageExt> await(Duration wait) throws InterruptedException {
        var until = clock.instant().plus(wait);
        while (true) {
            long millis = left(until, clock.instant(), wait).toMillis();
            var message = inbox.poll(millis, TimeUnit.MILLISECONDS);
            if (message != WAKE) return Optional.ofNullable(message);
            throwIfAllFail();
        }
    }

    private void askAll() {
        for (var broker : client.brokers(topic, queues)) {
            ask(broker, sources.computeIfAbsent(broker, _ -> new Source()));
        }
    }

    private void ask(Broker broker, Source source) {
        if (closed || !source.asked.compareAndSet(false, true)) return;
        try {
            pop(broker, source);
        } catch (RemotingException e) {
            failed(source, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            failed(source, e);
        } catch (RuntimeException | Error bug) {
            // Else nobody would ever ask this broker again.
            failed(source, bug);
            throw bug;
        }
    }

    private void pop(Broker broker, Source source) throws RemotingException, InterruptedException {
        var header = new PopMessageRequestHeader();
        header.setConsumerGroup(group);
        header.setTopic(topic);
        header.setQueueId(ANY_QUEUE);
        header.setMaxMsgNums(BATCH_MAX);
        header.setInvisibleTime(lease.toMillis());
        header.setInitMode(ConsumeInitMode.MIN);
        header.setOrder(false);
        header.setPollTime(POLL.toMillis());
        header.setBrokerName(broker.name());
        var callback =
                new PopCallback() {
                    @Override
                    public void onSuccess(PopResult result) {
                        arrived(broker, source, result);
                    }

                    @Override
                    public void onException(Throwable fault) {
                        failed(source, fault);
                    }
                };
        long patience = POLL.toMillis() + client.timeoutMillis();
        client.api().popMessageAsync(broker.name(), broker.address(), header, patience, callback);
    }

    private void arrived(Broker broker, Source source, PopResult result) {
        if (result.getPopStatus() == PopStatus.POLLING_FULL) {
            failed(source, new RemotingException("too many wait at " + broker));
            return;
        }
        client.outage().over();
        source.fault = null;
        source.asked.set(false);
        if (result.getPopStatus() == PopStatus.FOUND) {
            for (var message : result.getMsgFoundList()) {
                if (closed || resting) giveBack(message);
                else inbox.add(message);
            }
        } else if (waiting.get() > 0) {
            ask(broker, source);
        }
    }

    private void failed(Source source, Throwable fault) {
        source.fault = fault;
        source.asked.set(false);
        inbox.add(WAKE);
    }

    /// As long as one broker answers, what the others have comes later.
    private void throwIfAllFail() {
        Throwable fault = null;
        for (var broker : client.brokers(topic, queues)) {
            var source = sources.get(broker);
            if (source == null || source.fault == null) return;
            fault = source.fault;
        }
        if (fault == null) fault = new RemotingException("no broker has " + topic);
        throw client.unavailable("take", fault);
    }

    private String address(MessageExt message) {
        var address = client.instance().findBrokerAddressInPublish(message.getBrokerName());
        if (address != null) return address;
        var unknown = new RemotingException("no broker " + message.getBrokerName());
        throw client.unavailable("find the broker", unknown);
    }

    private static String[] handle(MessageExt message) {
        return ExtraInfoUtil.split(message.getProperty(MessageConst.PROPERTY_POP_CK));
    }

    /// An answer of the broker. That a lease is over counts as an answer too.
    private static final class Answer implements AckCallback {

        interface Question {
            void ask() throws RemotingException, MQBrokerException, InterruptedException;
        }

        private final CompletableFuture<Void> answer = new CompletableFuture<>();

        CompletableFuture<Void> of(Question question) {
            try {
                question.ask();
            } catch (RemotingException | MQBrokerException | Unavailable e) {
                answer.completeExceptionally(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                answer.completeExceptionally(e);
            }
            return answer;
        }

        @Override
        public void onSuccess(AckResult result) {
            answer.complete(null);
        }

        @Override
        public void onException(Throwable fault) {
            answer.completeExceptionally(fault);
        }
    }
}
