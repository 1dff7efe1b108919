package dev.sluice.server.rehearse;

import dev.sluice.id.IdText;
import dev.sluice.id.SaleId;
import dev.sluice.server.json.Fields;
import dev.sluice.server.json.JsonOut;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/// A rehearsal that was started from the console, as it is shown and as it is kept in a file.
///
/// @param sale the sale that it plays, once that is known
/// @param verdict of one that has ended
/// @param failure why, of one that failed
record StartedRehearsal(
        Id id,
        Request request,
        Instant startedAt,
        State state,
        Optional<String> sale,
        Optional<Instant> endedAt,
        Optional<Verdict> verdict,
        Optional<String> failure) {

    static final int BUYERS_MAX = 200_000;
    static final int UNITS_MAX = 1_000_000;
    static final int SECONDS_MAX = 600;

    private static final int TEXT_MAX = 500;

    record Id(long value) implements Comparable<Id> {

        static Optional<Id> parse(String text) {
            long value = IdText.parse(text);
            return value < 0 ? Optional.empty() : Optional.of(new Id(value));
        }

        @Override
        public int compareTo(Id other) {
            return Long.compare(value, other.value);
        }

        @Override
        public String toString() {
            return IdText.of(value);
        }
    }

    enum State {
        RUNNING,
        ENDED,
        FAILED
    }

    /// What ships with the rehearsal, by the names that it goes by there.
    enum Scenario {
        CALM(1),
        TYPICAL(1),
        HOSTILE(1),
        RESTOCK(1),
        TWO_OFFERS(2),
        DAILY(1);

        private final int offers;

        Scenario(int offers) {
            this.offers = offers;
        }

        int offers() {
            return offers;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /// What an operator asked for.
    ///
    /// @param units of each offer, if the scenario does not decide
    /// @param seconds that the sale stays open, if the scenario does not decide
    /// @param copyOf the sale of which a copy is played, if not one of the scenario's own
    record Request(
            Scenario scenario,
            int buyers,
            Optional<Integer> units,
            Optional<Integer> seconds,
            Optional<SaleId> copyOf) {

        /// @param copyOf the name of the field that has the sale to copy
        static Request read(Fields fields, String copyOf) {
            return new Request(
                    fields.oneOf("scenario", Scenario.class),
                    (int) fields.integer("buyers", 1, BUYERS_MAX),
                    number(fields, "units", UNITS_MAX),
                    number(fields, "durationSeconds", SECONDS_MAX),
                    fields.has(copyOf)
                            ? Optional.of(fields.id(copyOf, SaleId::parse))
                            : Optional.empty());
        }

        private static Optional<Integer> number(Fields fields, String name, int max) {
            return fields.has(name)
                    ? Optional.of((int) fields.integer(name, 1, max))
                    : Optional.empty();
        }
    }

    record Verdict(boolean holds, String headline) {}

    static StartedRehearsal begun(Id id, Request request, Instant now) {
        return new StartedRehearsal(
                id,
                request,
                now,
                State.RUNNING,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    StartedRehearsal playing(String sale) {
        return new StartedRehearsal(
                id, request, startedAt, state, Optional.of(sale), endedAt, verdict, failure);
    }

    StartedRehearsal ended(Verdict verdict, Instant now) {
        return new StartedRehearsal(
                id,
                request,
                startedAt,
                State.ENDED,
                sale,
                Optional.of(now),
                Optional.of(verdict),
                Optional.empty());
    }

    StartedRehearsal failed(String why, Instant now) {
        return new StartedRehearsal(
                id,
                request,
                startedAt,
                State.FAILED,
                sale,
                Optional.of(now),
                Optional.empty(),
                Optional.of(why));
    }

    void write(JsonOut out) {
        out.text("rehearsalId", id)
                .text("scenario", request.scenario)
                .number("buyers", request.buyers)
                .present(request.units, (o, units) -> o.number("units", units))
                .present(request.seconds, (o, seconds) -> o.number("durationSeconds", seconds))
                .present(request.copyOf, (o, id) -> o.text("copyOf", id))
                .instant("startedAt", startedAt)
                .text("state", state)
                .present(sale, (o, id) -> o.text("saleId", id))
                .present(endedAt, (o, at) -> o.instant("endedAt", at))
                .present(
                        verdict,
                        (o, v) ->
                                o.object(
                                        "verdict",
                                        in ->
                                                in.flag("holds", v.holds)
                                                        .text("headline", v.headline)))
                .present(failure, (o, why) -> o.text("failure", why));
    }

    /// What [#write] wrote. A [Problem] when it is anything else.
    static StartedRehearsal read(byte[] json) {
        var fields =
                Fields.of(
                        json,
                        "rehearsalId",
                        "scenario",
                        "buyers",
                        "units",
                        "durationSeconds",
                        "copyOf",
                        "startedAt",
                        "state",
                        "saleId",
                        "endedAt",
                        "verdict",
                        "failure");
        var verdict = Optional.<Verdict>empty();
        if (fields.has("verdict")) {
            var in = fields.object("verdict", "holds", "headline");
            verdict = Optional.of(new Verdict(in.flag("holds"), in.text("headline", 1, TEXT_MAX)));
        }
        return new StartedRehearsal(
                fields.id("rehearsalId", Id::parse),
                Request.read(fields, "copyOf"),
                fields.instant("startedAt"),
                State.valueOf(fields.text("state", 1, 16)),
                fields.optionalText("saleId", 1, 64),
                fields.has("endedAt") ? Optional.of(fields.instant("endedAt")) : Optional.empty(),
                verdict,
                fields.optionalText("failure", 1, TEXT_MAX));
    }
}
