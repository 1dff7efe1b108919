package dev.sluice.rabbitmq;

import static dev.sluice.contracts.CourierSamples.QUIET;
import static dev.sluice.contracts.CourierSamples.deliveries;
import static dev.sluice.contracts.CourierSamples.drain;
import static dev.sluice.contracts.CourierSamples.take;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.rabbitmq.client.AMQP.BasicProperties;
import dev.sluice.contracts.Soon;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.ClaimText;
import dev.sluice.port.Unavailable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What stands in the broker, seen by another client of it.
class RabbitTopologyTest {

    private final Rabbit rabbit = Rabbit.shared();

    @AfterEach
    void close() {
        rabbit.close();
    }

    @Test
    void a_parked_claim_can_be_read_with_its_cause_by_people() throws Exception {
        var courier = rabbit.closing(new RabbitCourier(rabbit.link()));
        courier.send(deliveries(2));
        var taken = take(courier, 2);

        courier.park(taken.get(1), "the price does not fit");

        var message = rabbit.get("parked", 1).getFirst();
        var headers = message.getProps().getHeaders();
        assertEquals("the price does not fit", headers.get("cause").toString());
        assertEquals(taken.get(1).claim().id().toString(), headers.get("claim").toString());
        assertEquals(1, headers.get("attempts"));
        assertEquals(2, message.getProps().getDeliveryMode());
        assertEquals(List.of(taken.get(1)), ClaimText.deliveries(message.getBody()));
    }

    @Test
    void claims_of_one_batch_share_a_message_up_to_a_hundred() throws Exception {
        var courier = rabbit.closing(new RabbitCourier(rabbit.link()));
        courier.send(deliveries(250));
        courier.close();

        // One that the courier has got already may come back after one that it has not.
        var sizes = new ArrayList<Integer>();
        for (var message : rabbit.get("claims", 3)) {
            sizes.add(ClaimText.deliveries(message.getBody()).size());
        }
        sizes.sort(Comparator.reverseOrder());
        assertEquals(List.of(100, 100, 50), sizes);
    }

    /// Nonsense, nothing at all, a time beyond all calendars, and what a newer Sluice may write.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "",
                "1 2 3 4 9223372036854775807 6 7 8\n",
                "claims 3\n1 2 3 4 5 6 7\n"
            })
    void a_message_that_is_no_claims_is_parked_and_harms_no_other(String text) throws Exception {
        var courier = rabbit.closing(new RabbitCourier(rabbit.link()));
        publish(text.getBytes(StandardCharsets.UTF_8));
        var sent = deliveries(1);
        courier.send(sent);

        assertEquals(sent, take(courier, 1));
        assertEquals(text, new String(rabbit.get("parked", 1).getFirst().getBody()));
    }

    /// A message that is never done would take one of the node's places for messages for good.
    @Test
    void a_message_without_claims_is_done_at_once() throws Exception {
        var link = rabbit.link(rabbit.config().withPrefetch(1));
        var courier = rabbit.closing(new RabbitCourier(link));
        publish(ClaimText.body(List.of()));
        var sent = deliveries(1);
        courier.send(sent);

        assertEquals(sent, take(courier, 1));
    }

    /// As when each node that takes it dies.
    @Test
    void a_message_that_comes_back_too_often_is_parked() {
        var courier = rabbit.closing(new RabbitCourier(rabbit.link()));
        courier.close();
        var poison = deliveries(1);
        var sender = rabbit.closing(new RabbitCourier(rabbit.link()));
        sender.send(poison);
        sender.close();

        var returned = new AtomicInteger();
        rabbit.ask(channel -> {
            Soon.until(
                    () -> "it is parked, returned " + returned,
                    () -> {
                        var message = channel.basicGet(rabbit.name("claims"), false);
                        if (message != null) {
                            returned.incrementAndGet();
                            channel.basicNack(message.getEnvelope().getDeliveryTag(), false, true);
                        }
                        return channel.messageCount(rabbit.name("parked")) == 1;
                    });
            return null;
        });
        // The couriers may have returned it as well, each of them once.
        int often = returned.get();
        int max = ClaimTopology.DELIVERIES_MAX;
        assertTrue(often >= max - 1 && often <= max + 1, "returned " + often);

        var parked = rabbit.get("parked", 1).getFirst();
        assertEquals(poison, ClaimText.deliveries(parked.getBody()));
    }

    @Test
    void a_queue_that_someone_deleted_is_noticed_and_stands_again() throws Exception {
        var courier = rabbit.closing(new RabbitCourier(rabbit.link()));
        rabbit.ask(channel -> channel.queueDelete(rabbit.name("claims")));

        var sent = deliveries(2);
        Soon.until("it is noticed", () -> isSent(courier, sent));

        assertTrue(drain(courier, sent).containsAll(sent));
    }

    @Test
    void a_message_that_no_queue_takes_is_a_fault() {
        var publisher = rabbit.closing(new Publisher(rabbit.link(), "test", _ -> {}));
        var properties = new BasicProperties();
        var lost = new Publisher.Message("", rabbit.name("nowhere"), true, properties, new byte[1]);

        var fault = assertThrows(Unavailable.class, () -> publisher.publish(List.of(lost)));

        assertTrue(fault.getMessage().contains(rabbit.name("nowhere")), fault::getMessage);
    }

    @Test
    void a_lost_connection_is_made_anew_and_what_was_taken_comes_again() throws Exception {
        var link = rabbit.link();
        var courier = rabbit.closing(new RabbitCourier(link));
        courier.send(deliveries(5));
        var taken = take(courier, 5);

        link.cut(RabbitLink.Use.CONSUMING);
        link.cut(RabbitLink.Use.PUBLISHING);

        var again = Set.copyOf(takeAgain(courier, 5));
        assertEquals(Set.copyOf(taken), again);
        var more = deliveries(1);
        // What is written to a connection that is cut and not yet missed arrives nowhere.
        Soon.until("the other connection comes back", () -> isSent(courier, more));
        courier.acknowledge(taken);
        assertEquals(more, take(courier, 1));
        assertEquals(List.of(), courier.take(1, QUIET));
    }

    @Test
    void delays_are_rounded_up_so_that_there_are_few_queues() {
        var topology = new ClaimTopology(rabbit.link());

        assertEquals(0, topology.retry(Duration.ZERO).millis());
        assertEquals(0, topology.retry(Duration.ofSeconds(-1)).millis());
        assertEquals(100, topology.retry(Duration.ofMillis(1)).millis());
        assertEquals(5_000, topology.retry(Duration.ofMillis(4_998)).millis());
        assertEquals(rabbit.name("retry.30000"), topology.retry(Duration.ofSeconds(30)).name());
        assertThrows(IllegalArgumentException.class, () -> topology.retry(Duration.ofDays(8)));
    }

    private void publish(byte[] body) {
        rabbit.ask(channel -> {
            channel.basicPublish("", rabbit.name("claims"), null, body);
            return null;
        });
    }

    private static boolean isSent(RabbitCourier courier, List<Delivery> deliveries) {
        try {
            courier.send(deliveries);
            return true;
        } catch (Unavailable notYet) {
            return false;
        }
    }

    private static List<Delivery> takeAgain(RabbitCourier courier, int count) {
        var taken = new ArrayList<Delivery>();
        Soon.until(
                "the connection comes back",
                () -> {
                    try {
                        taken.addAll(take(courier, count));
                        return true;
                    } catch (Unavailable notYet) {
                        return false;
                    }
                });
        return taken;
    }
}
