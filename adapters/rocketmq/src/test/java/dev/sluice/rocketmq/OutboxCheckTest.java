package dev.sluice.rocketmq;

import static dev.sluice.contracts.CourierSamples.deliveries;
import static org.apache.rocketmq.client.producer.LocalTransactionState.COMMIT_MESSAGE;
import static org.apache.rocketmq.client.producer.LocalTransactionState.ROLLBACK_MESSAGE;
import static org.apache.rocketmq.client.producer.LocalTransactionState.UNKNOW;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.id.ClaimId;
import dev.sluice.port.ClaimText;
import dev.sluice.port.Unavailable;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import org.apache.rocketmq.client.producer.LocalTransactionState;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutboxCheckTest {

    @Test
    void a_message_counts_when_one_of_its_claims_is_open() {
        var sent = deliveries(3);
        var body = ClaimText.body(sent);
        var last = sent.getLast().claim().id();

        assertEquals(COMMIT_MESSAGE, stateOf(body, last::equals));
        assertEquals(ROLLBACK_MESSAGE, stateOf(body, _ -> false));
    }

    /// Who settled them may have died before the outbox and the hold store heard of it.
    @Test
    void what_comes_from_the_outbox_travels_although_the_book_has_it() {
        var message = new Message("claims", ClaimText.body(deliveries(2)));

        assertEquals(
                COMMIT_MESSAGE, new OutboxCheck(_ -> false).executeLocalTransaction(message, null));
    }

    @Test
    void it_stays_undecided_while_the_outbox_is_away() {
        var body = ClaimText.body(deliveries(1));
        Predicate<ClaimId> away =
                _ -> {
                    throw new Unavailable("away", null);
                };

        assertEquals(UNKNOW, stateOf(body, away));
    }

    /// A node that can read it may be asked next.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello",
                "\1--------========++++++++0000@@@@@@@@0000--------0000",
                "claims 3\n1 2 3 4 5 6 7\n"
            })
    void it_stays_undecided_when_this_node_cannot_read_it(String text) {
        var body = text.getBytes(StandardCharsets.UTF_8);

        assertEquals(UNKNOW, stateOf(body, _ -> true));
    }

    private static LocalTransactionState stateOf(byte[] body, Predicate<ClaimId> isOpen) {
        var message = new MessageExt();
        message.setBody(body);
        return new OutboxCheck(isOpen).checkLocalTransaction(message);
    }
}
