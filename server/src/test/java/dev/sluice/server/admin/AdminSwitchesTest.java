package dev.sluice.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.Garbage;
import dev.sluice.server.engine.Switches.Switch;
import dev.sluice.server.json.Code;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class AdminSwitchesTest extends AdminTest {

    @Test
    void a_switch_that_is_turned_leaves_the_others_and_outlives_a_restart() {
        operator().put("/admin/switches", Map.of("noNewPasses", true)).is(200);
        var both = operator().put("/admin/switches", Map.of("pollingOnly", true)).is(200);

        assertTrue(both.json().get("noNewPasses").asBoolean());
        assertTrue(both.json().get("pollingOnly").asBoolean());
        assertFalse(both.json().get("readOnly").asBoolean());
        restartSluice();
        assertEquals(both.json(), operator().get("/admin/switches").is(200).json());
        assertTrue(sluice.engine().switches().isOn(Switch.NO_NEW_PASSES));
        var off = Map.of("noNewPasses", false, "pollingOnly", false);
        operator().put("/admin/switches", off).is(200);
        assertTrue(sluice.engine().switches().on().isEmpty());
    }

    @Test
    void strangers_turn_nothing() {
        api.get("/admin/switches").is(Code.NO_OPERATOR);
        api.put("/admin/switches", Map.of("readOnly", true)).is(Code.NO_OPERATOR);
        operator().put("/admin/switches", "{}").is(200);
        assertTrue(sluice.engine().switches().on().isEmpty());
    }

    @Test
    void an_operator_logs_in_works_by_cookie_and_logs_out() {
        var opened = api.post("/admin/sessions", Map.of("key", OPERATOR_KEY)).is(201);
        var session = opened.text("session");
        var cookie = opened.header("set-cookie").orElseThrow();
        assertTrue(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), cookie);
        var browser = api.with("Cookie", cookie.substring(0, cookie.indexOf(';')));

        browser.get("/admin/switches").is(200);
        browser.put("/admin/switches", Map.of()).is(Code.CSRF_MISSING);
        browser.with("X-Sluice-CSRF", "1").put("/admin/switches", Map.of()).is(200);
        api.as(session).get("/admin/switches").is(200);
        browser.delete("/admin/sessions").is(Code.CSRF_MISSING);
        var ended = browser.with("X-Sluice-CSRF", "1").delete("/admin/sessions").is(204);

        assertTrue(ended.header("set-cookie").orElseThrow().contains("Max-Age=0"));
        api.as(session).get("/admin/switches").is(Code.NO_OPERATOR);
        restartSluice();
        api.as(session).get("/admin/switches").is(Code.NO_OPERATOR);
    }

    @Test
    void a_session_outlives_a_restart_and_ends_after_twelve_hours() {
        var session = api.post("/admin/sessions", Map.of("key", OPERATOR_KEY)).text("session");
        restartSluice();
        api.as(session).get("/admin/switches").is(200);
        operator().delete("/admin/sessions").is(204);
        operator().get("/admin/switches").is(200);
        clock.advance(Duration.ofHours(12));

        api.as(session).get("/admin/switches").is(Code.NO_OPERATOR);
    }

    @Test
    void a_wrong_key_opens_nothing() {
        api.post("/admin/sessions", Map.of("key", "wrong")).is(Code.NO_OPERATOR);
        api.post("/admin/sessions", Map.of("key", "")).isInvalid("key");
        api.delete("/admin/sessions").is(Code.NO_OPERATOR);
        var forged = api.post("/admin/sessions", Map.of("key", OPERATOR_KEY)).text("session");
        api.as(forged.replaceFirst("op\\..", "op._")).get("/admin/switches").is(Code.NO_OPERATOR);
    }

    @TestFactory
    Stream<DynamicTest> garbage_is_refused() {
        var switches =
                """
                {"readOnly": false, "noNewPasses": false, "noRegistration": false,
                 "pollingOnly": false, "holdSettlement": false}
                """;
        return Stream.of(
                        Garbage.to(operator(), "PUT", "/admin/switches").withBody(switches).tests(),
                        Garbage.to(api, "POST", "/admin/sessions")
                                .withBody("{\"key\": \"" + OPERATOR_KEY + "\"}")
                                .tests())
                .flatMap(tests -> tests);
    }
}
