package dev.sluice.server.rehearse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.Garbage;
import dev.sluice.server.admin.AdminTest;
import dev.sluice.server.json.Code;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class CrowdsTest extends AdminTest {

    private static final String PATH = "/admin/rehearsal/buyers";

    @Test
    void each_line_is_a_session_that_the_node_knows_at_once_and_a_pass() {
        var offer = openOffer(10);

        var crowd = crowd(3, offer);

        assertEquals(3, crowd.size());
        for (var visitor : crowd) claim(offer, visitor).is(202);
    }

    @Test
    void a_crowd_of_many_chunks_is_whole() {
        var body = operator().post(PATH, Map.of("count", 40_001)).is(200).body();

        assertTrue(body.endsWith("\n"));
        assertEquals(40_001, body.lines().collect(Collectors.toSet()).size());
    }

    @Test
    void passes_are_for_open_offers() {
        var body = saleOf(5);
        var opens = clock.instant().plus(Duration.ofMinutes(10));
        body.put("opensAt", opens.toString());
        var sale = operator().post("/admin/sales", body).is(201);
        var asked = Map.of("count", 1, "offerId", sale.text("offers/0/offerId"));
        operator().post(PATH, asked).is(Code.NO_SUCH_OFFER);
        move(sale.text("saleId"), "publish").is(200);
        operator().post(PATH, asked).is(Code.NOT_OPEN);
        clock.advance(Duration.ofMinutes(11));
        operator().post(PATH, asked).is(200);
        move(sale.text("saleId"), "pause").is(200);
        operator().post(PATH, asked).is(Code.PAUSED);
        move(sale.text("saleId"), "close").is(200);
        operator().post(PATH, asked).is(Code.CLOSED);
        operator().post(PATH, Map.of("count", 1, "offerId", "x")).is(Code.NO_SUCH_OFFER);
        operator().post(PATH, Map.of("count", 1, "offerId", "a b")).isInvalid("offerId");
    }

    @Test
    void a_crowd_has_a_size() {
        operator().post(PATH, Map.of("count", 0)).isInvalid("count");
        operator().post(PATH, Map.of("count", 200_001)).isInvalid("count");
        operator().post(PATH, Map.of()).isInvalid("count");
        api.post(PATH, Map.of("count", 1)).is(Code.NO_OPERATOR);
    }

    @TestFactory
    Stream<DynamicTest> garbage_is_refused() {
        return Garbage.to(operator(), "POST", PATH).withBody("{\"count\": 1}").tests();
    }
}
