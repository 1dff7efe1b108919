package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.json.Code;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NoRehearsalTest extends ApiTest {

    /// A class path alone allows nothing.
    @Override
    public Map<String, String> settings() {
        return Map.of("sluice.rehearsal-class-path", "nowhere.jar");
    }

    @Test
    void without_a_rehearsal_nobody_makes_crowds() {
        operator().post("/admin/rehearsal/buyers", Map.of("count", 1)).is(Code.NOT_FOUND);
    }

    @Test
    void without_a_rehearsal_nobody_starts_one_and_the_answer_says_how_to_allow_it() {
        var order = Map.of("scenario", "calm", "buyers", 1);

        var list = operator().get("/admin/rehearsals").is(200);
        var refused = operator().post("/admin/rehearsals", order).is(Code.REHEARSAL_NOT_ALLOWED);
        var chinese = operator().with("Accept-Language", "zh-CN").post("/admin/rehearsals", order);

        assertFalse(list.json().get("allowed").asBoolean());
        assertTrue(refused.text("detail").contains("./sluice run --rehearsal"));
        assertTrue(chinese.text("detail").contains("演练"));
        assertTrue(chinese.text("detail").contains("./sluice run --rehearsal"));
    }
}
