package dev.sluice.server;

import java.util.Map;
import org.junit.jupiter.api.Test;

class NoRehearsalTest extends ApiTest {

    @Test
    void without_a_rehearsal_nobody_makes_crowds() {
        operator().post("/admin/rehearsal/buyers", Map.of("count", 1)).is(Code.NOT_FOUND);
    }
}
