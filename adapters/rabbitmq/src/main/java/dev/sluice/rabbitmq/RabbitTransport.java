package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import dev.sluice.news.Inbox;
import dev.sluice.port.EnvelopeText;
import dev.sluice.port.Transport;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/// Transport over the fanout exchange `<prefix>.signals`. Each node has a queue of its own there,
/// which goes when the node's connection goes.
///
/// `send` never waits and never fails: a thread of this class publishes one signal after the other.
/// What is sent while the broker is away, or faster than it takes, is lost beyond
/// [#OUTGOING_MAX], as is what others send while this node is not connected. Subscribers are called
/// on a thread of the connection, one signal after the other.
public final class RabbitTransport implements Transport, AutoCloseable {

    private static final Logger LOG = System.getLogger(RabbitTransport.class.getName());
    private static final int OUTGOING_MAX = 10_000;
    private static final int INCOMING_MAX = 100_000;
    private static final BasicProperties PROPERTIES =
            new BasicProperties.Builder().contentType("text/plain").type("signal").build();

    private final String exchange;
    private final Inbox inbox = new Inbox();
    private final BlockingQueue<Envelope> outgoing = new LinkedBlockingQueue<>(OUTGOING_MAX);
    private final ChannelKeeper sending;
    private final ChannelKeeper hearing;
    private final Thread sender;
    private volatile Channel channel;

    /// Waits for the broker up to the timeout; when it is not there this goes on trying.
    public RabbitTransport(RabbitLink link) {
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
    public void send(Envelope envelope) {
        if (!outgoing.offer(envelope)) {
            LOG.log(Level.DEBUG, "a signal is dropped, since too many wait: {0}", envelope);
        }
    }

    @Override
    public void subscribe(Consumer<Envelope> subscriber) {
        inbox.subscribe(subscriber);
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

    private void publish(Envelope envelope) {
        var present = channel;
        if (present == null) return;
        try {
            var body = EnvelopeText.of(envelope).getBytes(StandardCharsets.UTF_8);
            present.basicPublish(exchange, "", PROPERTIES, body);
        } catch (IOException | ShutdownSignalException e) {
            LOG.log(Level.DEBUG, "a signal is lost", e);
        } catch (RuntimeException | Error e) {
            LOG.log(Level.ERROR, "a signal cannot be sent: " + envelope, e);
        }
    }

    private void hear(byte[] body) {
        inbox.hear(new String(body, StandardCharsets.UTF_8));
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
            opened.basicConsume(
                    queue,
                    true,
                    (_, delivery) -> hear(delivery.getBody()),
                    _ -> hearing.renew(opened));
        }

        @Override
        public void lost() {
            LOG.log(Level.DEBUG, "signals are not heard");
        }
    }
}
