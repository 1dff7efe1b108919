package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.ClaimText;
import dev.sluice.port.Courier;
import dev.sluice.port.Unavailable;
import dev.sluice.rabbitmq.Parcels.Parcel;
import dev.sluice.rabbitmq.Publisher.Message;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/// Carries claims through the quorum queue `<prefix>.claims`. See [ClaimTopology] for the queues.
///
/// One message carries up to [#CLAIMS_PER_MESSAGE] claims, since a message costs the broker much
/// and a claim in it little. It is acknowledged when all of its claims are done, so after a crash
/// some claims that were done come again; the order book skips them. A claim that is retried or
/// parked travels on by itself, and the broker has confirmed it there before it counts as done
/// here.
///
/// All threads may use it.
public final class RabbitCourier implements Courier {

    public static final int CLAIMS_PER_MESSAGE = 100;

    private static final Logger LOG = System.getLogger(RabbitCourier.class.getName());
    private static final int PERSISTENT = 2;
    private static final int CAUSE_MAX = 1_000;

    private final RabbitConfig config;
    private final ClaimTopology topology;
    private final Publisher publisher;
    private final ChannelKeeper keeper;
    private final Parcels parcels;
    private final Consuming consuming = new Consuming();
    // Guards what is said on the channel.
    private final ReentrantLock acknowledging = new ReentrantLock();

    /// Waits for the broker up to the timeout; when it is not there the courier goes on trying.
    public RabbitCourier(RabbitLink link) {
        this.config = link.config();
        this.topology = new ClaimTopology(link);
        this.publisher = new Publisher(link, "claims-out", topology::declare);
        this.keeper = new ChannelKeeper(link, RabbitLink.Use.CONSUMING, "claims-in", consuming);
        this.parcels = new Parcels(keeper::trouble);
        keeper.start();
    }

    @Override
    public void send(List<Delivery> deliveries) {
        var messages = new ArrayList<Message>();
        for (int from = 0; from < deliveries.size(); from += CLAIMS_PER_MESSAGE) {
            int to = Math.min(from + CLAIMS_PER_MESSAGE, deliveries.size());
            messages.add(message(topology.claims(), deliveries.subList(from, to), Map.of()));
        }
        for (int from = 0; from < messages.size(); from += config.confirmMax()) {
            int to = Math.min(from + config.confirmMax(), messages.size());
            publisher.publish(messages.subList(from, to));
        }
    }

    /// @throws Unavailable when there is no connection and none comes in that time
    @Override
    public List<Delivery> take(int max, Duration wait) throws InterruptedException {
        consuming.goOn();
        return parcels.take(max, wait);
    }

    @Override
    public void acknowledge(List<Delivery> deliveries) {
        var done = new ArrayList<Parcel>();
        for (var delivery : deliveries) done.addAll(parcels.remove(delivery));
        finish(done);
    }

    /// They are sent anew and then acknowledged, since a message that is returned counts for the
    /// broker as one that was delivered in vain. When the broker does not confirm that, the channel
    /// is given up, by which everything goes back.
    @Override
    public void giveBack(List<Delivery> deliveries) {
        if (!consuming.rest()) return;
        var back = parcels.removeWithArrived(deliveries);
        try {
            send(List.copyOf(back.keySet()));
        } catch (Unavailable unknown) {
            consuming.giveUp();
            return;
        } catch (RuntimeException bug) {
            consuming.giveUp();
            throw bug;
        }
        back.values().forEach(this::finish);
    }

    @Override
    public void retry(Delivery delivery, Duration delay) {
        var next = new Delivery(delivery.claim(), delivery.sequence(), delivery.attempt() + 1);
        var queue = topology.retry(delay);
        moveOn(
                delivery,
                message(queue.name(), List.of(next), Map.of()),
                channel -> topology.declare(channel, queue));
    }

    @Override
    public void park(Delivery delivery, String cause) {
        var headers = new HashMap<String, Object>();
        headers.put("claim", delivery.claim().id().toString());
        headers.put("attempts", delivery.attempt());
        headers.put("cause", cause.length() > CAUSE_MAX ? cause.substring(0, CAUSE_MAX) : cause);
        moveOn(delivery, message(topology.parked(), List.of(delivery), headers), _ -> {});
    }

    /// What was not acknowledged goes to other nodes.
    @Override
    public void close() {
        keeper.close();
        publisher.close();
    }

    /// Done here only when it is safe there. While that goes on the delivery is nobody's, so that
    /// it moves on once.
    private void moveOn(Delivery delivery, Message message, Publisher.Topology needed) {
        var from = parcels.remove(delivery);
        if (from.isEmpty()) return;
        try {
            publisher.publish(List.of(message), needed);
        } catch (RuntimeException unknown) {
            parcels.restore(delivery, from);
            throw unknown;
        }
        finish(from);
    }

    private void finish(List<Parcel> done) {
        for (var parcel : parcels.finish(done)) acknowledge(parcel);
    }

    /// On a channel that is lost it does nothing: the message comes again.
    private void acknowledge(Parcel parcel) {
        acknowledging.lock();
        try {
            parcel.channel().basicAck(parcel.tag(), false);
        } catch (IOException | ShutdownSignalException e) {
            LOG.log(Level.DEBUG, "a message comes again", e);
        } finally {
            acknowledging.unlock();
        }
    }

    private static Message message(
            String queue, List<Delivery> deliveries, Map<String, Object> headers) {
        var properties =
                new BasicProperties.Builder()
                        .contentType("text/plain")
                        .type("claims")
                        .deliveryMode(PERSISTENT)
                        .headers(headers)
                        .build();
        return new Message("", queue, true, properties, ClaimText.body(deliveries));
    }

    /// Whether messages come to this node. They do from the start, until it gives back what it has,
    /// and again when it takes.
    private final class Consuming implements ChannelKeeper.Owner {

        // Guarded by `acknowledging`.
        private boolean resting;
        private Channel channel;
        private Arrivals arrivals;

        @Override
        public void opened(Channel opened) throws IOException {
            topology.declare(opened);
            opened.basicQos(config.prefetch());
            // Before the first message can come.
            parcels.opened(opened);
            acknowledging.lock();
            try {
                channel = opened;
                if (!resting) consume();
            } finally {
                acknowledging.unlock();
            }
        }

        @Override
        public void lost() {
            acknowledging.lock();
            try {
                channel = null;
                arrivals = null;
            } finally {
                acknowledging.unlock();
            }
            parcels.lost();
        }

        /// Returns when no message is on its way here any more. False when the broker did not say
        /// so: then the channel is given up, and all that came by it goes back.
        boolean rest() {
            acknowledging.lock();
            try {
                resting = true;
                if (arrivals == null) return true;
                channel.basicCancel(arrivals.getConsumerTag());
                if (arrivals.awaitEnd(config.timeout())) {
                    arrivals = null;
                    return true;
                }
            } catch (IOException | ShutdownSignalException e) {
                LOG.log(Level.DEBUG, "all that came by this channel goes back", e);
            } finally {
                acknowledging.unlock();
            }
            giveUp();
            return false;
        }

        void goOn() {
            acknowledging.lock();
            try {
                if (!resting) return;
                resting = false;
                if (channel != null) consume();
            } catch (IOException | ShutdownSignalException e) {
                // Also when the broker only took too long: nobody knows whether it sends messages.
                LOG.log(Level.DEBUG, "a new channel consumes", e);
                giveUp();
            } finally {
                acknowledging.unlock();
            }
        }

        void giveUp() {
            acknowledging.lock();
            try {
                if (channel != null) keeper.renew(channel);
            } finally {
                acknowledging.unlock();
            }
        }

        private void consume() throws IOException {
            arrivals = new Arrivals(channel);
            channel.basicConsume(topology.claims(), false, arrivals);
        }
    }

    /// Called on a thread of the connection.
    private final class Arrivals extends DefaultConsumer {

        private final CountDownLatch ended = new CountDownLatch(1);

        Arrivals(Channel channel) {
            super(channel);
        }

        /// The client tells this after the last message.
        @Override
        public void handleCancelOk(String tag) {
            ended.countDown();
        }

        boolean awaitEnd(Duration max) {
            try {
                return ended.await(max.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        @Override
        public void handleDelivery(
                String tag, Envelope envelope, BasicProperties properties, byte[] body)
                throws IOException {
            List<Delivery> deliveries;
            try {
                deliveries = ClaimText.deliveries(body);
            } catch (IllegalArgumentException e) {
                LOG.log(
                        Level.ERROR,
                        "a message holds no claims and is parked: {0}",
                        e.getMessage());
                reject(envelope.getDeliveryTag());
                return;
            }
            var done = parcels.arrive(getChannel(), envelope.getDeliveryTag(), deliveries);
            done.ifPresent(RabbitCourier.this::acknowledge);
        }

        /// The queue is gone or has moved: it is declared and consumed anew.
        @Override
        public void handleCancel(String tag) {
            keeper.renew(getChannel());
        }

        private void reject(long tag) throws IOException {
            acknowledging.lock();
            try {
                getChannel().basicReject(tag, false);
            } finally {
                acknowledging.unlock();
            }
        }
    }
}
