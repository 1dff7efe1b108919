package dev.sluice.rehearsal.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.scenario.Scenario.Challenge;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class OriginalTest {
    private static final String SALE =
            """
            {"saleId": "0ns7d2k8v0w1a", "title": "Singles' Day", "state": "DRAFT",
             "challenge": "none", "gateFactor": 9, "payWithinSeconds": 900, "repeat": "daily",
             "offers": [
               {"offerId": "o1", "product": {"productId": "p1", "name": "Phone"},
                "price": {"amount": 100, "currency": "CNY"},
                "listPrice": {"amount": 200, "currency": "CNY"}, "stock": 30, "perBuyer": 2},
               {"offerId": "o2", "product": {"productId": "p2", "name": "Lamp"},
                "price": {"amount": 5, "currency": "EUR"}, "stock": 4, "perBuyer": 1}]}
            """;

    private final Original original = Original.of(new JsonObject(SALE));

    @Test
    void a_scenario_gets_the_goods_and_the_gate_of_the_sale_and_keeps_its_crowd() {
        var typical = Scenarios.find("typical", 7);

        var played = original.playedBy(typical, List.of());

        assertEquals(List.of(30, 4), played.units());
        assertEquals(2, played.perBuyer());
        assertEquals(9, played.gateFactor());
        assertEquals(Challenge.NONE, played.challenge());
        assertEquals(typical.buyers(), played.buyers());
        assertEquals(typical.lasts(), played.lasts());
        assertEquals(typical.payWithin(), played.payWithin());
        assertEquals(typical.mix(), played.mix());
        assertEquals(7, played.seed());
    }

    @Test
    void the_offers_of_the_copy_are_those_of_the_sale() {
        var inputs = original.inputs(List.of(30, 4));

        assertEquals(
                new JsonObject(
                        """
                        {"productId": "p1", "price": {"amount": 100, "currency": "CNY"},
                         "listPrice": {"amount": 200, "currency": "CNY"}, "stock": 30,
                         "perBuyer": 2}
                        """),
                inputs.getJsonObject(0));
        assertFalse(inputs.getJsonObject(1).containsKey("listPrice"));
        assertEquals(4, inputs.getJsonObject(1).getInteger("stock"));
    }

    @Test
    void a_copy_is_played_once_and_its_units_may_be_others() {
        var played = original.playedBy(Scenarios.find("daily", 7), List.of(5, 6));

        assertFalse(played.daily());
        assertEquals(List.of(5, 6), played.units());
        var daily = Scenarios.find("daily", 7);
        assertEquals(List.of(5, 5), original.playedBy(daily, List.of(5)).units());
        var failure =
                assertThrows(
                        RehearsalFailure.class, () -> original.playedBy(daily, List.of(5, 6, 7)));
        assertEquals(
                "--units must be one number, or 2 for the offers of sale 0ns7d2k8v0w1a, were 3",
                failure.getMessage());
    }

    @Test
    void restocks_of_offers_that_the_sale_does_not_have_are_left_out() {
        var text = "units = 1, 1, 1\nrestock = 1s, 2, 10\nrestock = 2s, 3, 10\n";
        var scenario = ScenarioFile.read("three.scenario", text, 7);

        var kept = original.playedBy(scenario, List.of()).restocks();

        assertEquals(List.of(2), kept.stream().map(Scenario.Restock::offer).toList());
    }

    @Test
    void a_sum_in_a_picture_becomes_a_proof_of_work() {
        var math = Original.of(new JsonObject(SALE.replace("\"none\"", "\"math\"")));

        assertTrue(math.isMath());
        assertFalse(original.isMath());
        var played = math.playedBy(Scenarios.find("calm", 7), List.of());
        assertEquals(Challenge.WORK, played.challenge());
    }

    @Test
    void the_title_says_what_it_is_and_is_cut_where_it_would_be_too_long() {
        assertEquals("Rehearsal: Singles' Day", original.copyTitle());
        var smile = "\ud83d\ude00";
        for (int before = 0; before < 2; before++) {
            var title = "x".repeat(before) + smile.repeat(100 - before);
            var copy = Original.of(new JsonObject(SALE).put("title", title)).copyTitle();

            assertTrue(copy.length() <= 200, copy);
            assertTrue(copy.endsWith(smile + "…"), copy);
        }
    }

    @Test
    void the_command_that_repeats_it_names_the_sale_and_where_it_is() {
        var played = original.playedBy(Scenarios.find("calm", 7), List.of());

        assertEquals(
                "./sluice rehearse --url http://a --sale 0ns7d2k8v0w1a --scenario calm --seed 7"
                        + " --buyers 3000 --units 30,4 --arrive steady,10s --duration 20s",
                Repeat.command(played, List.of(URI.create("http://a"))));
    }
}
