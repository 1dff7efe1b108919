package dev.sluice.server.live;

import dev.sluice.admission.Passes;
import dev.sluice.board.BoardOffer.Availability;
import dev.sluice.id.OfferId;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hold;
import dev.sluice.sale.Outcome.Lost;
import dev.sluice.sale.Outcome.Won;
import dev.sluice.server.json.JsonOut;
import dev.sluice.server.json.Lang;
import dev.sluice.server.json.Problem;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/// The messages that buyers' sockets send, as texts.
final class LiveMessages {

    private LiveMessages() {}

    static String claim(Passes passes, ClaimState claim) {
        return message(
                "claim",
                out -> {
                    whose(out, passes, claim.hold());
                    switch (claim.outcome().orElse(null)) {
                        case null -> out.text("status", "QUEUED");
                        case Won won -> out.text("status", "WON").text("orderId", won.order());
                        case Lost lost -> out.text("status", "LOST").text("reason", lost.reason());
                    }
                });
    }

    static String place(Passes passes, Hold hold, long position) {
        return message(
                "place",
                out -> {
                    whose(out, passes, hold);
                    out.number("position", position);
                });
    }

    static String offer(OfferId offer, Availability availability) {
        return message(
                "offer", out -> out.text("offerId", offer).text("availability", availability));
    }

    static String error(Problem problem, Lang lang) {
        return message(
                "error",
                out -> {
                    out.text("code", problem.code()).text("detail", problem.detail(lang));
                    if (problem.field() != null) out.text("field", problem.field());
                });
    }

    private static void whose(JsonOut out, Passes passes, Hold hold) {
        out.text("claimId", passes.claimText(hold.claim(), hold.buyer()));
        out.text("offerId", hold.offer());
    }

    private static String message(String type, Consumer<JsonOut> fields) {
        var bytes =
                JsonOut.object(out -> {
                    out.text("type", type);
                    fields.accept(out);
                });
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
