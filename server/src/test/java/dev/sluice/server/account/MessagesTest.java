package dev.sluice.server.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.ApiTest;
import dev.sluice.server.Settings;
import dev.sluice.server.Stage;
import dev.sluice.server.account.Messages.Message;
import dev.sluice.server.config.StartFailure;
import dev.sluice.server.json.Code;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Messages without the demo and without a webhook, and the outbox by itself.
class MessagesTest extends ApiTest {

    @Test
    void without_a_sender_asking_for_a_code_says_what_to_configure() {
        var phone = Map.of("phone", "13800138000");

        var english = api.post("/otp", phone).is(Code.UNAVAILABLE).text("detail");
        var chinese = api.with("Accept-Language", "zh").post("/otp", phone).text("detail");

        assertTrue(english.contains("sluice.messages.webhook-url"), english);
        assertTrue(chinese.contains("未配置") && chinese.contains("webhook-url"), chinese);
    }

    @Test
    void without_the_demo_there_is_no_outbox() {
        api.get("/dev/outbox").is(Code.NOT_FOUND);
    }

    @Test
    void a_cookie_is_not_secure_by_the_word_of_a_stranger() {
        var stage = new Stage(sluice, clock);
        stage.register(api, "13800138000").is(201);

        var cookie =
                api.with("X-Forwarded-Proto", "https")
                        .post(
                                "/sessions",
                                Map.of("phone", "13800138000", "password", "correct horse"))
                        .is(201)
                        .header("set-cookie")
                        .orElseThrow();

        assertTrue(cookie.endsWith("; SameSite=Strict"), cookie);
    }

    @Test
    void the_outbox_keeps_the_latest_thousand() {
        var outbox = new Outbox();
        for (int i = 0; i < 1_500; i++) {
            outbox.send(new Message("13800138000", "" + i, "text", Instant.EPOCH));
        }

        assertEquals(1_000, outbox.messages().size());
        assertEquals("500", outbox.messages().getFirst().code());
        assertEquals("1499", outbox.messages().getLast().code());
    }

    @Test
    void an_address_that_is_none_is_refused_at_the_start() {
        for (var bad : new String[] {"ftp://a/b", "nonsense", "http:///x", "http://a b"}) {
            var values = Map.of("sluice.messages.webhook-url", bad);
            assertThrows(StartFailure.class, () -> Settings.of(values), bad);
        }
    }
}
