package dev.sluice.rocketmq;

import dev.sluice.id.ClaimId;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.ClaimText;
import dev.sluice.port.Unavailable;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.function.Predicate;
import org.apache.rocketmq.client.producer.LocalTransactionState;
import org.apache.rocketmq.client.producer.TransactionListener;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;

/// Decides what becomes of a message that the broker keeps and does not show yet: it is committed
/// when the outbox still has one of its claims unsettled, and rolled back when it has none. While
/// the outbox cannot be asked, the broker asks again later.
final class OutboxCheck implements TransactionListener {

    private static final System.Logger LOG = System.getLogger(OutboxCheck.class.getName());

    private final Predicate<ClaimId> isOpen;

    OutboxCheck(Predicate<ClaimId> isOpen) {
        this.isOpen = isOpen;
    }

    /// Called by the sender, right after the broker has the message.
    @Override
    public LocalTransactionState executeLocalTransaction(Message message, Object argument) {
        return stateOf(message.getBody());
    }

    /// Called when the broker asks, on the client's thread.
    @Override
    public LocalTransactionState checkLocalTransaction(MessageExt message) {
        return stateOf(message.getBody());
    }

    private LocalTransactionState stateOf(byte[] body) {
        try {
            return anyOpen(ClaimText.deliveries(body))
                    ? LocalTransactionState.COMMIT_MESSAGE
                    : LocalTransactionState.ROLLBACK_MESSAGE;
        } catch (Unavailable | IllegalArgumentException e) {
            LOG.log(Level.DEBUG, "a transaction stays undecided", e);
            return LocalTransactionState.UNKNOW;
        }
    }

    private boolean anyOpen(List<Delivery> deliveries) {
        for (var delivery : deliveries) {
            if (isOpen.test(delivery.claim().id())) return true;
        }
        return false;
    }
}
