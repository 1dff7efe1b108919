package dev.sluice.rocketmq;

import static dev.sluice.contracts.CourierSamples.deliveries;
import static dev.sluice.contracts.HoldSamples.NOON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.Test;

class ParcelsTest {

    private final Parcels parcels = new Parcels();

    @Test
    void a_message_is_finished_with_the_last_of_its_deliveries() {
        var three = deliveries(3);
        var message = message("a");
        parcels.add(message, three, NOON);

        assertEquals(List.of(), parcels.finish(List.of(three.get(0), three.get(2))));
        assertEquals(List.of(message), parcels.finish(List.of(three.get(1))));
        assertEquals(List.of(), parcels.finish(three));
    }

    @Test
    void a_delivery_in_two_messages_is_finished_in_both() {
        var two = deliveries(2);
        var first = message("a");
        var second = message("b");
        parcels.add(first, two, NOON);
        parcels.add(second, List.of(two.getFirst()), NOON);

        assertEquals(List.of(second), parcels.finish(List.of(two.getFirst())));
        assertEquals(List.of(first), parcels.finish(List.of(two.getLast())));
    }

    @Test
    void what_others_may_have_by_now_is_forgotten_and_what_comes_again_is_known() {
        var two = deliveries(2);
        parcels.add(message("a"), two, NOON);

        parcels.forget(NOON.minusMillis(1));
        assertTrue(parcels.has(two.getFirst()));
        parcels.forget(NOON);
        assertFalse(parcels.has(two.getFirst()));
        assertEquals(List.of(), parcels.clear());

        assertEquals(Set.copyOf(two), parcels.add(message("a"), two, NOON.plusSeconds(1)));
        assertTrue(parcels.has(two.getFirst()));
    }

    @Test
    void what_was_finished_is_left_out_when_the_message_comes_again() {
        var two = deliveries(2);
        parcels.add(message("a"), two, NOON);
        parcels.finish(List.of(two.getFirst()));
        parcels.forget(NOON);
        var again = message("a");

        assertEquals(Set.of(two.getLast()), parcels.add(again, two, NOON.plusSeconds(1)));
        assertEquals(List.of(again), parcels.finish(List.of(two.getLast())));
        assertEquals(Set.of(), parcels.add(message("a"), two, NOON.plusSeconds(2)));
        assertEquals(Set.copyOf(two), parcels.add(message("b"), two, NOON.plusSeconds(2)));
    }

    @Test
    void what_is_not_finished_in_the_end_is_given_back() {
        var two = deliveries(2);
        var half = message("half");
        parcels.add(half, two, NOON);
        var one = deliveries(1);
        parcels.add(message("whole"), one, NOON);
        parcels.finish(List.of(two.getFirst(), one.getFirst()));

        assertEquals(List.of(half), parcels.clear());
        assertFalse(parcels.has(two.getLast()));
    }

    private static MessageExt message(String id) {
        var message = new MessageExt();
        message.setMsgId(id);
        return message;
    }
}
