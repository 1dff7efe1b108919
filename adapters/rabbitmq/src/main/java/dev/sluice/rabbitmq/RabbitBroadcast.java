package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import dev.sluice.port.Broadcast;
import dev.sluice.port.SignalText;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/// Broadcast over the fanout exchange `<prefix>.signals`. Each node has a queue of its own there,
/// which goes when the node's connection goes.
///
/// `send` never waits and never fails: a thread of this class publishes one signal after the other.
/// What is sent while the broker is away, or faster than it takes, is lost beyond
/// [#OUTGOING_MAX], as is what others send while this node is not connected. Subscribers are called
/// on a thread of the connection, one signal after the other.
public final class RabbitBroadcast implements Broadcast, AutoCloseable {

    private static final Logger LOG = System.getLogger(RabbitBroadcast.class.getName());
    private static final int OUTGOING_MAX = 10_000;
    private static final int INCOMING_MAX = 100_000;
    private static final BasicProperties PROPERTIES =
            new BasicProperties.Builder().contentType("text/plain").type("signal").build();

    private final String exchange;
    private final List<Consumer<Signal>> subscribers = new CopyOnWriteArrayList<>();
    private final BlockingQueue<Signal> outgoing = new LinkedBlockingQueue<>(OUTGOING_MAX);
    private final ChannelKeeper sending;
    private final ChannelKeeper hearing;
    private final Thread sender;
    private volatile Channel channel;

    /// Waits for the broker up to the timeout; when it is not there the broadcast goes on trying.
    public RabbitBroadcast(RabbitLink link) {
        this.exchange = link.name("signals");
        this.sending =
                new ChannelKeeper(link, RabbitLink.Use.PUBLISHING, "signals-out", new Sending());
        this.hearing =
                new ChannelKeeper(link, RabbitLink.Use.CONSUMING, "signals-in", new Hearing());
        this.sender =
                Thread.ofPlatform().daemon().name("sluice-rabbit-signals").unstarted(this::run);
        sending.start();
        hearing.start();
        sender.start();
    }

    @Override
    public void send(Signal signal) {
        if (!outgoing.offer(signal)) {
            LOG.log(Level.DEBUG, "a signal is dropped, since too many wait: {0}", signal);
        }
    }

    @Override
    public void subscribe(Consumer<Signal> subscriber) {
        subscribers.add(subscriber);
    }

    @Override
    public void close() {
        sender.interrupt();
        sending.close();
        hearing.close();
    }

    private void run() {
        try {
            while (true) publish(outgoing.take());
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
        }
    }

    private void publish(Signal signal) {
        var present = channel;
        if (present == null) return;
        try {
            var body = SignalText.of(signal).getBytes(StandardCharsets.UTF_8);
            present.basicPublish(exchange, "", PROPERTIES, body);
        } catch (IOException | ShutdownSignalException e) {
            LOG.log(Level.DEBUG, "a signal is lost", e);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "a signal cannot be sent: " + signal, e);
        }
    }

    private void hear(byte[] body) {
        Signal signal;
        try {
            signal = SignalText.parse(new String(body, StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            LOG.log(Level.WARNING, "not understood: {0}", e.getMessage());
            return;
        }
        for (var subscriber : subscribers) {
            try {
                subscriber.accept(signal);
            } catch (RuntimeException e) {
                LOG.log(Level.ERROR, "a subscriber failed on " + signal, e);
            }
        }
    }

    private void declare(Channel present) throws IOException {
        present.exchangeDeclare(exchange, BuiltinExchangeType.FANOUT, true);
    }

    private final class Sending implements ChannelKeeper.Owner {

        @Override
        public void opened(Channel opened) throws IOException {
            declare(opened);
            channel = opened;
        }

        @Override
        public void lost() {
            channel = null;
        }
    }

    private final class Hearing implements ChannelKeeper.Owner {

        @Override
        public void opened(Channel opened) throws IOException {
            declare(opened);
            var limits = Map.<String, Object>of("x-max-length", INCOMING_MAX);
            var queue = opened.queueDeclare("", false, true, true, limits).getQueue();
            opened.queueBind(queue, exchange, "");
            opened.basicConsume(queue, true, new Ear(opened));
        }

        @Override
        public void lost() {
            LOG.log(Level.DEBUG, "signals are not heard");
        }
    }

    /// Called on a thread of the connection.
    private final class Ear extends DefaultConsumer {

        Ear(Channel channel) {
            super(channel);
        }

        @Override
        public void handleDelivery(
                String tag, Envelope envelope, BasicProperties properties, byte[] body) {
            hear(body);
        }

        @Override
        public void handleCancel(String tag) {
            hearing.renew(getChannel());
        }
    }
}
