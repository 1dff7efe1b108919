package dev.sluice.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ShutdownSignalException;
import dev.sluice.port.Unavailable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Publishes messages and returns when the broker has confirmed all of them, one batch after the
/// other on a channel of its own. A batch takes at most the timeout from the call on, whatever the
/// broker does; then the channel is given up, so that late confirms speak to nobody.
final class Publisher implements AutoCloseable {

    /// What has to stand in the broker. Declaring what is there already does nothing.
    interface Topology {
        void declare(Channel channel) throws IOException;
    }

    /// @param mandatory whether it is a fault when no queue takes the message
    record Message(
            String exchange,
            String key,
            boolean mandatory,
            BasicProperties properties,
            byte[] body) {}

    private static final Topology NOTHING = _ -> {};

    private final RabbitLink link;
    private final ChannelKeeper keeper;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    // Guarded by `lock`: the present channel if there is one, and the batch that is under way.
    private Channel channel;
    private Batch batch;
    private boolean closed;

    /// @param name what the channel is for
    /// @param topology declared whenever the channel is opened
    Publisher(RabbitLink link, String name, Topology topology) {
        this.link = link;
        this.keeper =
                new ChannelKeeper(
                        link,
                        RabbitLink.Use.PUBLISHING,
                        name,
                        new ChannelKeeper.Owner() {
                            @Override
                            public void opened(Channel channel) throws IOException {
                                topology.declare(channel);
                                Publisher.this.opened(channel);
                            }

                            @Override
                            public void lost() {
                                Publisher.this.lost();
                            }
                        });
        keeper.start();
    }

    void publish(List<Message> messages) {
        publish(messages, NOTHING);
    }

    /// Declares what these messages need beyond what stands always, then publishes them.
    void publish(List<Message> messages, Topology needed) {
        if (messages.isEmpty()) return;
        var mine = new Batch();
        var alarm = link.after(link.config().timeout().toNanos(), () -> expire(mine));
        try {
            begin(mine);
            try {
                write(mine, messages, needed);
                awaitConfirms(mine);
            } finally {
                end(mine);
            }
        } finally {
            alarm.cancel(false);
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        keeper.close();
    }

    private void opened(Channel opened) throws IOException {
        opened.confirmSelect();
        opened.addConfirmListener(
                (tag, multiple) -> confirmed(opened, tag, multiple),
                (tag, _) -> failed(opened, "the broker refused message " + tag));
        opened.addReturnListener(
                returned -> failed(opened, "no queue takes " + returned.getRoutingKey()));
        lock.lock();
        try {
            channel = opened;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void lost() {
        lock.lock();
        try {
            channel = null;
            if (batch != null) batch.fail("the connection to the broker was lost");
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits for a channel and for its turn.
    private void begin(Batch mine) {
        lock.lock();
        try {
            while (channel == null || batch != null) {
                if (closed) throw unavailable("this node closes", null);
                if (mine.failure != null) throw unavailable(mine.failure, null);
                changed.await();
            }
            mine.channel = channel;
            batch = mine;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable("interrupted while waiting for it", e);
        } finally {
            lock.unlock();
        }
    }

    private void write(Batch mine, List<Message> messages, Topology needed) {
        try {
            needed.declare(mine.channel);
            lock.lock();
            try {
                mine.first = mine.channel.getNextPublishSeqNo();
                mine.open.set(0, messages.size());
            } finally {
                lock.unlock();
            }
            for (var message : messages) {
                mine.channel.basicPublish(
                        message.exchange(),
                        message.key(),
                        message.mandatory(),
                        message.properties(),
                        message.body());
            }
            mine.written = true;
        } catch (IOException | ShutdownSignalException e) {
            throw broken(mine, "it cannot be sent to: " + e.getMessage(), e);
        }
    }

    private void awaitConfirms(Batch mine) {
        lock.lock();
        try {
            while (!mine.open.isEmpty() && mine.failure == null) changed.await();
            if (mine.failure != null) throw broken(mine, mine.failure, null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw broken(mine, "interrupted while waiting for it", e);
        } finally {
            lock.unlock();
        }
    }

    private void end(Batch mine) {
        lock.lock();
        try {
            // The keeper will say when there is a new one.
            if (mine.failure != null && channel == mine.channel) channel = null;
            batch = null;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// The time of a batch is up, in whatever state it is. Only a thread that is stuck in the
    /// middle of writing needs more than to be told.
    private void expire(Batch late) {
        lock.lock();
        try {
            late.fail(channel == null ? keeper.trouble() : "it did not confirm in time");
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        if (late.channel != null && !late.written) link.cut(RabbitLink.Use.PUBLISHING);
    }

    private void confirmed(Channel by, long tag, boolean multiple) {
        lock.lock();
        try {
            if (batch == null || batch.channel != by) return;
            batch.confirm(tag, multiple);
            if (batch.open.isEmpty()) changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void failed(Channel by, String why) {
        lock.lock();
        try {
            if (batch == null || batch.channel != by) return;
            batch.fail(why);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// The batch has failed and its channel with it.
    private Unavailable broken(Batch mine, String why, Exception cause) {
        mine.fail(why);
        keeper.renew(mine.channel);
        return unavailable(mine.failure, cause);
    }

    private static Unavailable unavailable(String why, Exception cause) {
        return new Unavailable("RabbitMQ: " + why, cause);
    }
}
