package dev.sluice.sql.base;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlConfigTest {

    private static final String GOOD = "postgresql://db:5432/sluice";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    postgresql://db:5432/sluice          | jdbc:postgresql://db:5432/sluice
                    postgres://db/sluice                 | jdbc:postgresql://db/sluice
                    jdbc:postgresql://a,b:5433/sluice    | jdbc:postgresql://a,b:5433/sluice
                    mysql://db:3306/sluice               | jdbc:mariadb://db:3306/sluice
                    jdbc:mysql://db/sluice?sslMode=trust | jdbc:mariadb://db/sluice?sslMode=trust
                    mariadb://[::1]:3306/sluice          | jdbc:mariadb://[::1]:3306/sluice
                    """)
    void an_address_is_given_to_its_driver(String url, String expected) {
        var address = new SqlConfig(url, "sluice", "").address();

        assertEquals(expected, address.dialect().jdbcUrl(address));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    db:5432/sluice                                      | must be like postgresql://
                    postgresql://db:5432                                | must be like postgresql://
                    oracle://db:5432/sluice                             | must begin with
                    postgresql://me:secret@db/sluice                    | must not have a user
                    postgresql://db/sluice?reWriteBatchedInserts=true   | must not set
                    mariadb://db/sluice?useBulkStmts=true               | must not set
                    """)
    void a_wrong_address_is_refused(String url, String reason) {
        var refusal =
                assertThrows(
                        IllegalArgumentException.class, () -> new SqlConfig(url, "sluice", ""));

        assertTrue(refusal.getMessage().contains("sluice.sql: url " + reason), refusal::toString);
        assertFalse(refusal.getMessage().contains("secret"), refusal::toString);
    }

    @Test
    void limits_are_kept() {
        assertEquals("pool-size must be from 1 to 1000, was 0", refusal(GOOD, 0, 5));
        assertEquals("timeout must be from PT1S to PT1H, was PT0S", refusal(GOOD, 8, 0));
        assertEquals(
                "read-url must be of the same kind of database as url",
                refusal("mysql://db/sluice", 8, 5));
        assertThrows(IllegalArgumentException.class, () -> new SqlConfig(GOOD, " ", ""));
    }

    @Test
    void a_config_does_not_show_its_secrets() {
        var text = new SqlConfig(GOOD + "?sslpassword=secret", "me", "secret").toString();

        assertTrue(text.contains(GOOD) && text.contains("me"), text);
        assertFalse(text.contains("secret"), text);
    }

    @Test
    void another_timeout_changes_nothing_else() {
        var config = new SqlConfig(GOOD, "me", "secret").withTimeout(Duration.ofMinutes(10));

        assertEquals("secret", config.password());
        assertEquals(Duration.ofMinutes(10), config.timeout());
        assertInstanceOf(PostgresDialect.class, config.address().dialect());
    }

    private static String refusal(String readUrl, int poolSize, int seconds) {
        var timeout = Duration.ofSeconds(seconds);
        var refusal =
                assertThrows(
                        IllegalArgumentException.class,
                        () ->
                                new SqlConfig(
                                        GOOD, "me", "", Optional.of(readUrl), poolSize, timeout));
        return refusal.getMessage().substring("sluice.sql: ".length());
    }
}
