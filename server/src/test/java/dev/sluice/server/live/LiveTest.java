package dev.sluice.server.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.sale.Sale.Stage;
import dev.sluice.server.LiveClient;
import dev.sluice.server.ShopTest;
import dev.sluice.server.json.Code;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LiveTest extends ShopTest {

    @Test
    void the_end_of_a_claim_is_pushed_to_its_own_buyer_only() {
        var ann = shopper();
        var offer = offer(9);
        try (var anns = open().hello(ann.session());
                var bobs = open().hello(shopper().session());
                var nobodys = open()) {
            anns.assertNothing();
            holdSettlement();
            var claim = claim(ann, offer);

            assertClaim(anns.next("claim"), claim, "QUEUED");
            assertEquals(claim, anns.next("place").get("claimId").asText());
            setSwitches();
            var won = anns.nextOf("claim");

            assertClaim(won, claim, "WON");
            assertEquals("UNPAID", status(ann, won.get("orderId").asText()));
            bobs.assertNothing();
            nobodys.assertNothing();
            anns.assertNothing();
        }
    }

    @Test
    void whoever_connects_again_is_told_everything_again() {
        var ann = shopper();
        holdSettlement();
        var claim = claim(ann, offer(1));
        try (var first = open().hello(ann.session())) {
            assertClaim(first.next("claim"), claim, "QUEUED");
            first.next("place");
        }
        setSwitches();
        await(() -> as(ann).get("/claims/" + claim).text("status").equals("WON"));

        try (var second = byCookie(ann)) {
            assertClaim(second.next("claim"), claim, "WON");
            second.assertNothing();
            second.hello(ann.session());
            assertClaim(second.next("claim"), claim, "WON");
        }
    }

    @Test
    void a_claim_that_ended_a_quarter_of_an_hour_ago_is_not_told_again() {
        var ann = shopper();
        var bob = shopper();
        String order;
        // Who was pushed the end is one of whose claim it is known here that it has ended.
        try (var socket = open().hello(ann.session())) {
            order = order(ann, offer(1));
            var last = socket.nextOf("claim");
            while (!last.get("status").asText().equals("WON")) last = socket.nextOf("claim");
        }
        clock.advance(Duration.ofMinutes(14));
        try (var socket = open().hello(ann.session())) {
            assertEquals(order, socket.next("claim").get("orderId").asText());
        }
        clock.advance(Duration.ofMinutes(2));
        await(() -> metric("sluice_live_claims") == 0);
        try (var socket = open().hello(ann.session());
                var bobs = open().hello(bob.session())) {
            socket.assertNothing();
            bobs.assertNothing();
        }
    }

    @Test
    void after_a_restart_recent_orders_are_told() {
        var ann = shopper();
        var order = order(ann, offer(1));

        restartSluice();

        try (var socket = open().hello(ann.session())) {
            var message = socket.next("claim");
            assertEquals(order, message.get("orderId").asText());
            assertEquals("WON", message.get("status").asText());
        }
    }

    @Test
    void a_claim_queued_before_a_restart_is_pushed_when_it_ends() {
        var ann = shopper();
        holdSettlement();
        var claim = claim(ann, offer(1));

        restartSluice();

        try (var socket = open().hello(ann.session())) {
            socket.assertNothing();
            setSwitches();
            assertClaim(socket.next("claim"), claim, "WON");
        }
    }

    @Test
    void the_place_in_the_queue_moves_up() {
        holdSettlement();
        var offer = offer(20);
        for (int i = 0; i < 9; i++) claim(shopper(), offer);
        var ann = shopper();
        try (var socket = open().hello(ann.session())) {
            claim(ann, offer);
            socket.next("claim");
            assertTrue(socket.next("place").get("position").asInt() >= 1);
        }
    }

    @Test
    void watchers_hear_of_every_change_of_an_offer() {
        var ann = shopper();
        var bob = shopper();
        var offer = offer(1, clock.instant().plus(Duration.ofMinutes(5)));
        var desk = engine().desk();
        var sale = offer.sale().id();
        try (var socket = open().watch(offer.id());
                var other = open()) {
            socket.nextOffer("UPCOMING");
            clock.advance(Duration.ofMinutes(5));
            socket.nextOffer("OPEN");
            var order = order(ann, offer);
            claimAs(as(bob), bob, offer).is(Code.SOLD_OUT);
            socket.nextOffer("SOLD_OUT");
            as(ann).post("/orders/" + order + "/cancel").is(200);
            socket.nextOffer("OPEN");
            desk.move(sale, Stage.PAUSED);
            socket.nextOffer("PAUSED");
            desk.move(sale, Stage.PUBLISHED);
            socket.nextOffer("OPEN");
            clock.advance(Duration.ofHours(1));
            socket.nextOffer("CLOSED");
            socket.assertNothing();
            other.assertNothing();
        }
        await(() -> metric("sluice_live_offers") == 0);
    }

    /// By the clock alone, with nothing else that happens.
    @Test
    void an_offer_opens_for_watchers_at_its_moment_and_not_before() {
        var offer = offer(1, clock.instant().plus(Duration.ofHours(1)));
        try (var socket = open().watch(offer.id())) {
            socket.nextOffer("UPCOMING");
            socket.assertNothing();
            clock.advance(Duration.between(clock.instant(), offer.sale().opensAt()));
            socket.nextOffer("OPEN");
            assertFalse(clock.instant().isBefore(offer.sale().opensAt()));
        }
    }

    @Test
    @Tag("long")
    void an_offer_opens_for_watchers_at_the_very_moment() {
        var offer = offer(1, clock.instant().plusMillis(1_500));
        try (var socket = open().watch(offer.id())) {
            socket.nextOffer("UPCOMING");
            socket.nextOffer("OPEN");
            var late = Duration.between(offer.sale().opensAt(), clock.instant());
            assertTrue(late.compareTo(Duration.ofMillis(500)) < 0, late::toString);
        }
    }

    @Test
    void nonsense_is_answered_with_an_error_and_nothing_is_lost() {
        var ann = shopper();
        var offer = offer(1);
        try (var socket = open().hello(ann.session()).watch(offer.id())) {
            socket.nextOffer("OPEN");
            for (var nonsense : nonsense()) {
                socket.send(nonsense);
                assertEquals("INVALID", socket.next("error").get("code").asText(), nonsense);
            }
            socket.sendBytes(new byte[] {1, 2, 3});
            assertEquals("INVALID", socket.next("error").get("code").asText());
            socket.watch("0ns7d2k8v0w2b");
            assertEquals("NO_SUCH_OFFER", socket.next("error").get("code").asText());
            socket.watch("unknown");
            assertEquals("NO_SUCH_OFFER", socket.next("error").get("code").asText());

            var order = order(ann, offer);

            assertEquals(order, socket.nextWon().get("orderId").asText());
        }
    }

    @Test
    void errors_speak_the_clients_language() {
        try (var socket =
                LiveClient.open(api.port(), Map.of("Accept-Language", "zh-CN,zh;q=0.9"))) {
            socket.hello("x");

            assertEquals("请先登录。", socket.next("error").get("detail").asText());
        }
    }

    @Test
    void a_bad_session_is_told_so_and_may_watch() {
        var offer = offer(1);
        try (var socket = open().hello("not-a-session")) {
            assertEquals("NO_SESSION", socket.next("error").get("code").asText());
            socket.hello("A".repeat(32));
            assertEquals("NO_SESSION", socket.next("error").get("code").asText());
            socket.watch(offer.id());
            socket.nextOffer("OPEN");
        }
    }

    @Test
    void a_session_that_ends_ends_on_its_sockets_too() {
        var ann = shopper();
        var offer = offer(2);
        try (var socket = byCookie(ann)) {
            socket.assertNothing();
            var claim = claim(ann, offer);
            await(() -> as(ann).get("/claims/" + claim).text("status").equals("WON"));
            socket.nextWon();

            endSession(ann);

            assertEquals("NO_SESSION", socket.next("error").get("code").asText());
            socket.watch(offer.id());
            socket.nextOffer("OPEN");
        }
    }

    @Test
    void a_call_that_asks_for_no_socket_is_invalid() {
        api.get("/live").isInvalid("Upgrade");
        api.post("/live", "{}").is(Code.METHOD_NOT_ALLOWED);
        var half = api.with("X-A", "\r\nUpgrade: websocket\r\nX-B").sendRaw("GET", "/live");
        half.is(400);
    }

    @Test
    void stopping_closes_sockets() {
        try (var socket = open()) {
            socket.assertNothing();
            sluice.close();
            assertEquals(1001, socket.closedWith());
        }
    }

    private static String[] nonsense() {
        return new String[] {
            "",
            "x",
            "[]",
            "null",
            "{}",
            "{\"type\":1}",
            "{\"type\":\"dance\"}",
            "{\"type\":\"hello\"}",
            "{\"type\":\"hello\",\"session\":7}",
            "{\"type\":\"hello\",\"session\":\"x\",\"offerId\":\"y\"}",
            "{\"type\":\"watch\"}",
            "{\"type\":\"watch\",\"offerId\":\"../x\"}",
            "{\"type\":\"watch\",\"offerId\":\"x\",\"session\":\"y\"}",
            "{\"type\":\"watch\",\"offerId\":null}",
            "{\"type\":\"watch\",\"offerId\":\"x\",\"more\":1}",
            "{\"a\":".repeat(50) + "1" + "}".repeat(50),
            "{\"type\":\"watch\",\"offerId\":\"" + "x".repeat(5_000) + "\"}",
        };
    }

    private static void assertClaim(JsonNode message, String claim, String status) {
        assertEquals(claim, message.get("claimId").asText(), message::toString);
        assertEquals(status, message.get("status").asText(), message::toString);
    }
}
