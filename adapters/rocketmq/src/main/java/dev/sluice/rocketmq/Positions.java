package dev.sluice.rocketmq;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.rocketmq.client.consumer.store.OffsetStore;
import org.apache.rocketmq.client.consumer.store.ReadOffsetType;
import org.apache.rocketmq.common.message.MessageQueue;

/// Where a node stands in the queues that it hears, in memory only: who starts anew has no use for
/// old signals. The client's own store for broadcasts writes into the home folder.
final class Positions implements OffsetStore {

    private static final long NONE = -1;

    private final ConcurrentHashMap<MessageQueue, Long> positions = new ConcurrentHashMap<>();

    @Override
    public void updateOffset(MessageQueue queue, long offset, boolean increaseOnly) {
        positions.merge(queue, offset, increaseOnly ? Math::max : (_, now) -> now);
    }

    @Override
    public void updateAndFreezeOffset(MessageQueue queue, long offset) {
        positions.put(queue, offset);
    }

    @Override
    public long readOffset(MessageQueue queue, ReadOffsetType type) {
        return positions.getOrDefault(queue, NONE);
    }

    @Override
    public void removeOffset(MessageQueue queue) {
        positions.remove(queue);
    }

    @Override
    public Map<MessageQueue, Long> cloneOffsetTable(String topic) {
        return new HashMap<>(positions);
    }

    @Override
    public void load() {}

    @Override
    public void persistAll(Set<MessageQueue> queues) {}

    @Override
    public void persist(MessageQueue queue) {}

    @Override
    public void updateConsumeOffsetToBroker(MessageQueue queue, long offset, boolean isOneway) {}
}
