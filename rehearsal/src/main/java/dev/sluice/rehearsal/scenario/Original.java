package dev.sluice.rehearsal.scenario;

import dev.sluice.rehearsal.scenario.Scenario.Challenge;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// A sale of the shop that is rehearsed by a copy of it: actors buy the copy, and none of the
/// sale's own units.
///
/// @param challenge as the sale has it: `none`, `work` or `math`
public record Original(
        String saleId, String title, String challenge, int gateFactor, List<Offering> offers) {

    private static final String PREFIX = "Rehearsal: ";
    private static final int TITLE_MAX = 200;
    private static final String MATH = "math";

    /// What an offer of the sale has that its copy has, too.
    public record Offering(
            String productId,
            JsonObject price,
            Optional<JsonObject> listPrice,
            int units,
            int perBuyer) {

        private static Offering of(JsonObject offer) {
            return new Offering(
                    offer.getJsonObject("product").getString("productId"),
                    offer.getJsonObject("price"),
                    Optional.ofNullable(offer.getJsonObject("listPrice")),
                    offer.getInteger("stock"),
                    offer.getInteger("perBuyer"));
        }

        private JsonObject input(int units) {
            var input = new JsonObject().put("productId", productId).put("price", price);
            listPrice.ifPresent(list -> input.put("listPrice", list));
            return input.put("stock", units).put("perBuyer", perBuyer);
        }
    }

    /// As operators are shown a sale.
    public static Original of(JsonObject sale) {
        var offers = new ArrayList<Offering>();
        for (var each : sale.getJsonArray("offers")) offers.add(Offering.of((JsonObject) each));
        return new Original(
                sale.getString("saleId"),
                sale.getString("title"),
                sale.getString("challenge"),
                sale.getInteger("gateFactor"),
                offers);
    }

    /// Whether the copy asks for other challenges: a sum in a picture is for people.
    public boolean isMath() {
        return challenge.equals(MATH);
    }

    /// The title of the copy, shortened where it would be too long.
    public String copyTitle() {
        var whole = PREFIX + title;
        if (whole.length() <= TITLE_MAX) return whole;
        int end = TITLE_MAX - 1;
        if (Character.isLowSurrogate(whole.charAt(end))) end--;
        return whole.substring(0, end) + "…";
    }

    /// The crowd of a scenario at this sale. It is played once, also when the scenario is daily,
    /// and of the scenario's restocks those are kept that have an offer here.
    ///
    /// @param wanted units in place of the sale's own: none, one number for all offers, or one for
    ///     each
    public Scenario playedBy(Scenario scenario, List<Integer> wanted) {
        return new Scenario(
                scenario.name(),
                scenario.about(),
                scenario.seed(),
                scenario.buyers(),
                units(wanted),
                offers.stream().mapToInt(Offering::perBuyer).max().orElse(1),
                scenario.arrival(),
                scenario.arriveWithin(),
                scenario.lasts(),
                challenge.equals("none") ? Challenge.NONE : Challenge.WORK,
                gateFactor,
                scenario.payWithin(),
                false,
                scenario.restocks().stream().filter(r -> r.offer() <= offers.size()).toList(),
                scenario.mix(),
                scenario.answerMax(),
                Optional.of(this));
    }

    private List<Integer> units(List<Integer> wanted) {
        if (wanted.isEmpty()) return offers.stream().map(Offering::units).toList();
        if (wanted.size() == 1) return Collections.nCopies(offers.size(), wanted.getFirst());
        if (wanted.size() == offers.size()) return wanted;
        throw new RehearsalFailure(
                "--units must be one number, or %d for the offers of sale %s, were %d"
                        .formatted(offers.size(), saleId, wanted.size()));
    }

    /// The offers of the copy, as an operator enters them.
    public JsonArray inputs(List<Integer> units) {
        var inputs = new JsonArray();
        for (int i = 0; i < offers.size(); i++) inputs.add(offers.get(i).input(units.get(i)));
        return inputs;
    }
}
