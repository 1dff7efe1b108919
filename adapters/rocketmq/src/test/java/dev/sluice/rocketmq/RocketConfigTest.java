package dev.sluice.rocketmq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RocketConfigTest {

    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void only_the_addresses_have_no_default() {
        var config = RocketConfig.of("one:9876;10.0.0.2:9876");

        assertEquals("sluice-claims", config.named("claims"));
        assertEquals(Duration.ofSeconds(5), config.timeout());
        assertEquals(Duration.ofSeconds(30), config.lease());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "host", ":9876", "host:0", "host:65536", "a:1;", "a:1,b:1", "a b:1"})
    void bad_addresses_are_refused(String addresses) {
        assertInvalid("addresses", () -> RocketConfig.of(addresses));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a.b", "a b", "%RETRY%"})
    void a_prefix_that_cannot_name_a_topic_is_refused(String prefix) {
        assertInvalid("prefix", () -> new RocketConfig("a:1", prefix, SECOND, SECOND));
        var tooLong = "a".repeat(65);
        assertInvalid("prefix", () -> new RocketConfig("a:1", tooLong, SECOND, SECOND));
    }

    @Test
    void waits_without_a_sensible_end_are_refused() {
        var minutes = Duration.ofMinutes(2);
        assertInvalid("timeout", () -> new RocketConfig("a:1", "a", Duration.ZERO, SECOND));
        assertInvalid("timeout", () -> new RocketConfig("a:1", "a", minutes, SECOND));
        assertInvalid("lease", () -> new RocketConfig("a:1", "a", SECOND, Duration.ofMillis(9)));
        assertInvalid("lease", () -> new RocketConfig("a:1", "a", SECOND, Duration.ofHours(2)));
    }

    private static void assertInvalid(String setting, Runnable making) {
        var refused = assertThrows(IllegalArgumentException.class, making::run);
        assertTrue(refused.getMessage().contains("sluice.rocketmq: " + setting), refused::toString);
    }
}
