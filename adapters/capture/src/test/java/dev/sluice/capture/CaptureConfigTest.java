package dev.sluice.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.capture.CaptureConfig.Kind;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CaptureConfigTest {

    @Test
    void the_user_may_stand_before_the_host() {
        var config = CaptureConfig.parse("mysql://ann:s%40cr%3At+@db.example:3307/shop?a=b");

        assertEquals(Kind.MARIADB, config.kind());
        assertEquals("ann", config.user());
        assertEquals("s@cr:t+", config.password());
        assertEquals("db.example", config.host());
        assertEquals(3307, config.port());
        assertEquals("shop", config.schema());
        assertEquals("jdbc:mariadb://db.example:3307/shop", config.jdbcUrl());
        assertEquals(Map.of("a", "b"), config.options());
    }

    @Test
    void the_user_may_stand_among_the_options() {
        var config = CaptureConfig.parse("jdbc:postgresql://db/shop?user=ann&password=secret");

        assertEquals(Kind.POSTGRESQL, config.kind());
        assertEquals("ann", config.user());
        assertEquals("secret", config.password());
        assertEquals(5432, config.port());
        assertEquals("public", config.schema());
        assertEquals(Map.of(), config.options());
    }

    @Test
    void the_user_may_stand_beside_the_address() {
        var config =
                CaptureConfig.of("postgresql://[::1]:9,other:8/shop?currentSchema=a", "ann", "x");

        assertEquals("ann", config.user());
        assertEquals("[::1]", config.host());
        assertEquals(9, config.port());
        assertEquals("a", config.schema());
        assertEquals("jdbc:postgresql://[::1]:9,other:8/shop", config.jdbcUrl());
        assertEquals("ann", config.properties().getProperty("user"));
    }

    @Test
    void the_password_stays_out_of_its_text() {
        var config = CaptureConfig.parse("mariadb://ann:secret@db/shop?password=other");

        assertEquals("mariadb://ann@db/shop", config.toString());
    }

    @Test
    void what_is_no_address_is_refused() {
        for (var url :
                new String[] {"shop.db", "sqlite://ann@a/b", "mysql://ann@db", "mysql://db/a"}) {
            assertThrows(IllegalArgumentException.class, () -> CaptureConfig.parse(url), url);
        }
    }
}
