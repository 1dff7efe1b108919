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

/// Decides what becomes of a message that the broker keeps and does not show yet. Its sender
/// commits it. When the broker has to ask, since it did not hear of that, it is committed when one
/// of its claims has still to be settled, and rolled back when none has: if the outbox has them all
/// the same, it sends them again. While nobody can say, the broker asks again later.
final class OutboxCheck implements TransactionListener {

    private static final System.Logger LOG = System.getLogger(OutboxCheck.class.getName());

    private final Predicate<ClaimId> isOpen;

    OutboxCheck(Predicate<ClaimId> isOpen) {
        this.isOpen = isOpen;
    }

    /// Called by the sender, right after the broker has the message. It has taken the claims from
    /// the outbox just now, so they travel although all of them may be settled: who settled them
    /// may have died before the hold store and the outbox heard of it, and nobody else would tell
    /// them. While nobody can be asked, nobody could settle them either.
    @Override
    public LocalTransactionState executeLocalTransaction(Message message, Object argument) {
        var state = stateOf(message.getBody());
        return state == LocalTransactionState.UNKNOW ? state : LocalTransactionState.COMMIT_MESSAGE;
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
