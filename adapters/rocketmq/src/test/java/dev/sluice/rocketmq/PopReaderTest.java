package dev.sluice.rocketmq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.MixAll;
import org.apache.rocketmq.remoting.protocol.route.BrokerData;
import org.apache.rocketmq.remoting.protocol.route.TopicRouteData;
import org.junit.jupiter.api.Test;

class PopReaderTest {

    private static final Instant NOON = Instant.parse("2026-11-11T12:00:00Z");
    private static final Duration WAIT = Duration.ofMillis(50);

    @Test
    void a_clock_that_is_put_back_makes_no_wait_longer() {
        var until = NOON.plus(WAIT);
        assertEquals(WAIT, PopReader.left(until, NOON, WAIT));
        assertEquals(Duration.ofMillis(20), PopReader.left(until, NOON.plusMillis(30), WAIT));
        assertEquals(Duration.ZERO, PopReader.left(until, NOON.plusSeconds(9), WAIT));
        assertEquals(WAIT, PopReader.left(until, NOON.minusSeconds(600), WAIT));
    }

    /// No name server is there, the client knows a route all the same. No request can say so long a
    /// lease.
    @Test
    void a_broker_that_could_not_be_asked_for_whatever_reason_is_asked_again() throws Exception {
        var config =
                new RocketConfig(
                        "127.0.0.1:1", "test", Duration.ofSeconds(1), Duration.ofMinutes(1));
        var endless = Duration.ofSeconds(Long.MAX_VALUE);
        var producer = new DefaultMQProducer("test");
        producer.setInstanceName("PopReaderTest");
        try (var client = new RocketClient(config, "tests", producer)) {
            client.instance().getTopicRouteTable().put("test", routeTo("127.0.0.1:1"));
            var reader = new PopReader(() -> NOON, client, "test", 1, "test", endless);

            assertThrows(ArithmeticException.class, () -> reader.next(WAIT));
            assertThrows(ArithmeticException.class, () -> reader.next(WAIT));
        }
    }

    private static TopicRouteData routeTo(String address) {
        var broker = new BrokerData();
        broker.setBrokerName("broker");
        broker.setBrokerAddrs(new HashMap<>(Map.of(MixAll.MASTER_ID, address)));
        var route = new TopicRouteData();
        route.setBrokerDatas(List.of(broker));
        return route;
    }
}
