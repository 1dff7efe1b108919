package dev.sluice.rabbitmq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RabbitConfigTest {

    @Test
    void a_url_says_all_that_is_needed() {
        assertEquals(
                new RabbitUrl(false, "broker", 5673, "ann", "a:b+c", "shop/1"),
                RabbitUrl.parse("amqp://ann:a%3Ab+c@broker:5673/shop%2F1"));
        assertEquals(
                new RabbitUrl(false, "broker", 5672, "guest", "guest", "/"),
                RabbitUrl.parse("amqp://broker"));
        assertEquals(
                new RabbitUrl(true, "broker", 5671, "ann", "secret", "/"),
                RabbitUrl.parse("amqps://ann:secret@broker/"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://broker",
                "amqp://ann@broker",
                "amqp://:secret@broker",
                "amqp://",
                "amqp://ann:secret@broker:0/",
                "amqp://ann:secret@broker:70000/",
                "amqp://ann:secret@broker/?heartbeat=1",
                "amqp://ann:secret@broker/%zz",
                "broker"
            })
    void a_url_that_cannot_be_meant_is_refused_without_showing_the_password(String url) {
        var refusal =
                assertThrows(IllegalArgumentException.class, () -> RabbitConfig.of(url)).toString();

        assertFalse(refusal.contains("secret"), refusal);
    }

    @Test
    void several_urls_are_separated_by_commas() {
        var config = RabbitConfig.of("amqp://one, amqp://two:5673,");

        assertEquals(List.of("amqp://one", "amqp://two:5673"), config.urls());
    }

    @Test
    void the_text_of_a_config_hides_passwords() {
        var text = RabbitConfig.of("amqp://ann:secret@broker/shop").toString();

        assertFalse(text.contains("secret"), text);
    }

    @Test
    void values_out_of_bounds_are_refused() {
        var good = RabbitConfig.of("amqp://broker");
        refused(() -> RabbitConfig.of(""));
        refused(() -> good.withPrefix(""));
        refused(() -> good.withPrefix("A shop"));
        refused(() -> good.withPrefetch(0));
        refused(() -> good.withPrefetch(2_001));
        refused(() -> good.withTimeout(Duration.ofMillis(99)));
        refused(() -> good.withTimeout(Duration.ofMinutes(1)));
        refused(() -> new RabbitConfig(good.urls(), "a", 1, 0, Duration.ofSeconds(1)));
        refused(() -> new RabbitConfig(good.urls(), "a", 1, 100_001, Duration.ofSeconds(1)));
    }

    private static void refused(Runnable making) {
        assertThrows(IllegalArgumentException.class, making::run);
    }
}
