package dev.sluice.rabbitmq;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.GetResponse;
import dev.sluice.contracts.Services;
import dev.sluice.contracts.Soon;
import dev.sluice.contracts.TestLine;
import dev.sluice.port.Courier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/// A RabbitMQ on some port, looked at by a client of the test's own. Closing it removes the queues
/// and exchanges that the tests of one prefix have made.
final class Rabbit implements AutoCloseable {

    private static final AtomicInteger PREFIXES = new AtomicInteger();

    private final RabbitConfig config;
    private final int port;
    private final List<AutoCloseable> open = new ArrayList<>();

    Rabbit(int port) {
        this.port = port;
        var prefix = "test." + ProcessHandle.current().pid() + "." + PREFIXES.incrementAndGet();
        this.config =
                RabbitConfig.of(url(port)).withPrefix(prefix).withTimeout(Duration.ofSeconds(30));
    }

    /// The one that the tests share, with names of this test's own.
    static Rabbit shared() {
        return new Rabbit(Services.port("rabbitmq"));
    }

    static String url(int port) {
        return "amqp://guest:guest@127.0.0.1:" + port + "/";
    }

    RabbitConfig config() {
        return config;
    }

    String name(String part) {
        return config.prefix() + "." + part;
    }

    /// A link as on one more node.
    RabbitLink link() {
        return link(config);
    }

    RabbitLink link(RabbitConfig config) {
        return closing(new RabbitLink(config));
    }

    /// Closes this too, in reverse order.
    <T extends AutoCloseable> T closing(T opened) {
        open.add(opened);
        return opened;
    }

    TestLine line(RabbitConfig config) {
        return new TestLine() {
            @Override
            public Courier courier() {
                return closing(new RabbitCourier(link(config)));
            }

            @Override
            public void close() {
                Rabbit.this.close();
            }
        };
    }

    /// Does something as a client that knows nothing of Sluice.
    <T> T ask(Asking<T> asking) {
        var factory = new ConnectionFactory();
        factory.setPort(port);
        factory.setHost("127.0.0.1");
        try (Connection connection = factory.newConnection();
                Channel channel = connection.createChannel()) {
            return asking.ask(channel);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    interface Asking<T> {
        T ask(Channel channel) throws IOException;
    }

    /// Waits until a queue has one message. One that is not ready yet says that it has none.
    void awaitOne(String queue) {
        ask(channel -> {
            Soon.until(queue + " has one", () -> channel.messageCount(name(queue)) == 1);
            return null;
        });
    }

    /// Takes messages out of a queue, waiting for them.
    List<GetResponse> get(String queue, int count) {
        return ask(channel -> {
            var messages = new ArrayList<GetResponse>();
            Soon.until(
                    () -> count + " in " + queue + ", so far " + messages.size(),
                    () -> {
                        var message = channel.basicGet(name(queue), true);
                        if (message != null) messages.add(message);
                        return messages.size() == count;
                    });
            return messages;
        });
    }

    @Override
    public void close() {
        for (var opened : open.reversed()) {
            try {
                opened.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        open.clear();
        ask(this::clear);
    }

    /// Removes what stands always; the rest goes by itself when it is not used.
    private Void clear(Channel channel) throws IOException {
        for (var queue : List.of("claims", "parked", "retry.5000", "retry.10000", "retry.30000")) {
            channel.queueDelete(name(queue));
        }
        for (var queue : List.of("deadlines", "inbox")) channel.queueDelete(name(queue));
        for (var exchange : List.of("signals", "results")) channel.exchangeDelete(name(exchange));
        return null;
    }
}
