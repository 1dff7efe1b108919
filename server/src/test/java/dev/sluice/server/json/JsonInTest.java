package dev.sluice.server.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/// What reading JSON leaves behind.
class JsonInTest {

    @Test
    void a_name_in_a_body_is_not_kept_for_the_next_one() {
        var body = "{\"a name that a stranger chose\":1}".getBytes(StandardCharsets.UTF_8);

        var first = nameIn(body);
        var second = nameIn(body);

        assertEquals(first, second);
        assertNotSame(first, second);
    }

    private static String nameIn(byte[] body) {
        return JsonIn.object(body).keySet().iterator().next();
    }
}
