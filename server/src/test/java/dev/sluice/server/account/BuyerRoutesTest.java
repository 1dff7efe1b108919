package dev.sluice.server.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.BuyerId;
import dev.sluice.sale.Buyer;
import dev.sluice.server.Answer;
import dev.sluice.server.ApiTest;
import dev.sluice.server.FreshSluice;
import dev.sluice.server.Stage;
import dev.sluice.server.access.Sessions;
import dev.sluice.server.engine.Switches.Switch;
import dev.sluice.server.json.Code;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Registering, logging in and out, with the demo's outbox and behind a trusted proxy.
@FreshSluice("the same phones register again and again")
class BuyerRoutesTest extends ApiTest {

    private static final String PHONE = "+8613800138000";
    private static final String PASSWORD = "correct horse";

    @Override
    public Map<String, String> settings() {
        // Limits of which nothing comes back while a test runs, however slowly.
        return Map.of(
                "sluice.no-demo", "false",
                "sluice.server.trusted-proxies", "127.0.0.1",
                "sluice.limits.otp.phone", "6h/3",
                "sluice.limits.login.phone", "6h/20");
    }

    @Test
    void a_code_goes_to_the_outbox_newest_last() {
        api.post("/otp", Map.of("phone", "13800138001")).is(204);
        api.with("Accept-Language", "zh-CN").post("/otp", Map.of("phone", PHONE)).is(204);

        var messages = api.get("/dev/outbox").is(200).json().get("messages");
        assertEquals(2, messages.size());
        assertEquals("13800138001", messages.get(0).get("to").asText());
        assertEquals(PHONE, messages.get(1).get("to").asText());
        var code = messages.get(0).get("code").asText();
        assertTrue(code.matches("[0-9]{6}"), code);
        assertTrue(messages.get(0).get("text").asText().contains("code is " + code));
        assertTrue(messages.get(1).get("text").asText().contains("验证码"));
    }

    @Test
    void a_buyer_registers_logs_in_and_logs_out() {
        var registered = register(PHONE, code(PHONE)).is(201);
        assertEquals("Li Lei", registered.text("name"));

        var login = logIn(PHONE, PASSWORD).is(201);
        assertEquals(registered.text("buyerId"), login.text("buyer/buyerId"));
        var mine = api.as(login.text("session"));
        assertEquals(PHONE, mine.get("/me").is(200).text("phone"));
        var cleared = mine.delete("/sessions").is(204).header("set-cookie").orElseThrow();
        assertTrue(cleared.startsWith("sluice_session=; Path=/; Max-Age=0;"), cleared);

        mine.get("/me").is(Code.NO_SESSION);
        mine.delete("/sessions").is(Code.NO_SESSION);
        api.get("/me").is(Code.NO_SESSION);
        api.as("nonsense").get("/me").is(Code.NO_SESSION);
    }

    @Test
    void a_page_of_another_site_cannot_log_a_visitor_in() {
        register(PHONE, code(PHONE)).is(201);
        var login = Map.of("phone", PHONE, "password", PASSWORD);

        api.with("Sec-Fetch-Site", "cross-site").post("/sessions", login).is(Code.CSRF_MISSING);
        api.with("Sec-Fetch-Site", "same-origin").post("/sessions", login).is(201);
    }

    @Test
    void a_wrong_a_used_an_old_and_an_expired_code_are_wrong() {
        var first = code(PHONE);
        register(PHONE, other(first)).is(Code.OTP_WRONG);
        var second = code(PHONE);
        if (!first.equals(second)) register(PHONE, first).is(Code.OTP_WRONG);
        clock.advance(Duration.ofMinutes(5));
        register(PHONE, second).is(Code.OTP_WRONG);
        var third = code(PHONE);
        register(PHONE, third).is(201);
        register(PHONE, third).is(Code.OTP_WRONG);
        register("13800138009", "123456").is(Code.OTP_WRONG);
    }

    @Test
    void only_the_owner_of_a_phone_learns_that_it_is_taken() {
        register(PHONE, code(PHONE)).is(201);

        register(PHONE, other("123456")).is(Code.OTP_WRONG);
        var taken = register(PHONE, code(PHONE)).is(Code.PHONE_TAKEN);
        assertTrue(taken.text("detail").contains("registered"), taken::toString);
        var code = code(PHONE);
        var chinese = api.with("Accept-Language", "zh-CN").post("/buyers", body(PHONE, code));
        assertTrue(chinese.is(Code.PHONE_TAKEN).text("detail").contains("已注册"));
    }

    @Test
    void a_wrong_password_and_an_unknown_phone_get_the_same_answer() {
        register(PHONE, code(PHONE)).is(201);

        var wrong = logIn(PHONE, "wrong").is(Code.LOGIN_FAILED);

        assertEquals(wrong.body(), logIn("13800138003", PASSWORD).is(Code.LOGIN_FAILED).body());
    }

    @Test
    @Tag("long")
    void a_wrong_password_and_an_unknown_phone_get_their_answer_in_the_same_time() {
        register(PHONE, code(PHONE)).is(201);
        new Stage(sluice, clock)
                .silentBuyer(new Buyer(new BuyerId(77), "13800138002", "a crowd's"));

        long wrong = nanosOf(() -> logIn(PHONE, "wrong").is(Code.LOGIN_FAILED));
        long unknown = nanosOf(() -> logIn("13800138003", PASSWORD).is(Code.LOGIN_FAILED));
        long silent = nanosOf(() -> logIn("13800138002", PASSWORD).is(Code.LOGIN_FAILED));

        assertTrue(unknown > wrong / 4, unknown + " " + wrong);
        assertTrue(silent > wrong / 4, silent + " " + wrong);
    }

    @Test
    void a_session_survives_a_restart_and_ends_in_time() {
        register(PHONE, code(PHONE)).is(201);
        var login = logIn(PHONE, PASSWORD).is(201);

        restartSluice();
        var mine = api.as(login.text("session"));
        mine.get("/me").is(200);
        clock.advance(Sessions.LENGTH.plusSeconds(1));

        mine.get("/me").is(Code.NO_SESSION);
    }

    @Test
    void a_cookie_is_a_session_and_needs_the_header_to_change_something() {
        register(PHONE, code(PHONE)).is(201);
        var cookie = logIn(PHONE, PASSWORD).header("set-cookie").orElseThrow();
        var attributes = cookie.substring(cookie.indexOf(';'));
        assertEquals("; Path=/; Max-Age=604800; HttpOnly; SameSite=Strict", attributes);

        var browser = api.with("Cookie", cookie.substring(0, cookie.indexOf(';')));
        browser.get("/me").is(200);
        browser.delete("/sessions").is(Code.CSRF_MISSING);
        browser.with("X-Sluice-CSRF", "1").delete("/sessions").is(204);
        browser.get("/me").is(Code.NO_SESSION);
    }

    @Test
    void a_cookie_is_secure_when_a_trusted_proxy_was_called_by_https() {
        register(PHONE, code(PHONE)).is(201);
        var proxied = api.with("X-Forwarded-Proto", "https");

        var login = Map.of("phone", PHONE, "password", PASSWORD);
        var cookie = proxied.post("/sessions", login).is(201).header("set-cookie").orElseThrow();

        assertTrue(cookie.endsWith("; Secure"), cookie);
    }

    @Test
    void switches_stop_registration_and_let_people_log_in() {
        register(PHONE, code(PHONE)).is(201);
        var phone = Map.of("phone", "13800138005");
        var switches = sluice.engine().switches();

        switches.set(Set.of(Switch.NO_REGISTRATION));
        api.post("/otp", phone).is(Code.NO_REGISTRATION);
        register("13800138005", "123456").is(Code.NO_REGISTRATION);
        switches.set(Set.of(Switch.READ_ONLY));
        api.post("/otp", phone).is(Code.READ_ONLY);
        register("13800138005", "123456").is(Code.READ_ONLY);
        logIn(PHONE, PASSWORD).is(201);

        switches.set(Set.of());
        api.post("/otp", phone).is(204);
    }

    @Test
    void codes_are_limited_per_phone() {
        for (int i = 0; i < 3; i++) api.post("/otp", Map.of("phone", PHONE)).is(204);

        var refused = api.post("/otp", Map.of("phone", PHONE)).is(Code.RATE_LIMITED);

        assertTrue(Integer.parseInt(refused.header("retry-after").orElseThrow()) <= 600);
        api.post("/otp", Map.of("phone", "13800138006")).is(204);
    }

    @Test
    void passwords_are_tried_slowly_from_one_address_and_nobody_else_is_locked_out() {
        for (int i = 0; i < 20; i++) logIn(PHONE, "wrong").is(Code.LOGIN_FAILED);

        logIn(PHONE, "wrong").is(Code.RATE_LIMITED);

        api.with("X-Forwarded-For", "203.0.113.7")
                .post("/sessions", Map.of("phone", PHONE, "password", "wrong"))
                .is(Code.LOGIN_FAILED);
    }

    @Test
    void the_fields_have_bounds() {
        for (var phone : new String[] {"1234", "+1234", "1".repeat(21), "12345a", "1 2345"}) {
            api.post("/otp", Map.of("phone", phone)).isInvalid("phone");
        }
        register(PHONE, "12345").isInvalid("otp");
        register(PHONE, "12345x").isInvalid("otp");
        var body = body(PHONE, "123456");
        api.post("/buyers", with(body, "password", "7 chars")).isInvalid("password");
        api.post("/buyers", with(body, "password", "x".repeat(129))).isInvalid("password");
        api.post("/buyers", with(body, "name", "")).isInvalid("name");
        api.post("/buyers", with(body, "name", " ")).isInvalid("name");
        api.post("/buyers", with(body, "name", "x".repeat(65))).isInvalid("name");
    }

    @Test
    void names_and_passwords_may_have_any_script() {
        var code = code(PHONE);
        var body = with(with(body(PHONE, code), "name", "李雷 🎉"), "password", "密码密码密码密码");
        api.post("/buyers", body).is(201);

        var session = logIn(PHONE, "密码密码密码密码").is(201).text("session");

        assertEquals("李雷 🎉", api.as(session).get("/me").text("name"));
        assertFalse(api.get("/dev/outbox").body().contains("密码密码"));
    }

    private long nanosOf(Runnable call) {
        call.run();
        long best = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            long since = System.nanoTime();
            call.run();
            best = Math.min(best, System.nanoTime() - since);
        }
        return best;
    }

    private String code(String phone) {
        api.post("/otp", Map.of("phone", phone)).is(204);
        var messages = api.get("/dev/outbox").json().get("messages");
        var last = messages.get(messages.size() - 1);
        assertEquals(phone, last.get("to").asText());
        return last.get("code").asText();
    }

    private Answer register(String phone, String code) {
        return api.post("/buyers", body(phone, code));
    }

    private Answer logIn(String phone, String password) {
        return api.post("/sessions", Map.of("phone", phone, "password", password));
    }

    private static Map<String, String> body(String phone, String code) {
        return Map.of("phone", phone, "otp", code, "password", PASSWORD, "name", "Li Lei");
    }

    private static Map<String, String> with(Map<String, String> body, String field, String value) {
        var changed = new java.util.HashMap<>(body);
        changed.put(field, value);
        return changed;
    }

    private static String other(String code) {
        return code.equals("000000") ? "000001" : "000000";
    }
}
