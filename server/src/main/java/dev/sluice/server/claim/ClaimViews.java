package dev.sluice.server.claim;

import dev.sluice.admission.Passes;
import dev.sluice.port.ClaimQueue;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Outcome.Lost;
import dev.sluice.sale.Outcome.Won;
import dev.sluice.server.http.Reply;
import dev.sluice.server.json.JsonOut;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;

/// Claims as their buyers see them.
public final class ClaimViews {

    static final int QUANTITY_MAX = 10_000_000;

    private static final String START = "{\"claimId\":\"";
    private static final String END = "\",\"status\":\"QUEUED\"}";
    private static final String LOCATION = "/api/v1/claims/";

    /// The answer to an accepted claim but for the claim itself, whose text is always as long.
    private static final Reply ACCEPTED =
            Reply.text(202, Reply.JSON, START + "x".repeat(Passes.CLAIM_LENGTH) + END);

    private final Passes passes;
    private final ClaimQueue queue;

    public ClaimViews(Passes passes, ClaimQueue queue) {
        this.passes = passes;
        this.queue = queue;
    }

    /// 202 for a claim that has just become durable. The claim's id is the beginning of its pass.
    static Reply accepted(String pass) {
        var claim = pass.substring(0, Passes.CLAIM_LENGTH);
        return ACCEPTED.filled(
                Buffer.buffer(START + claim + END), HttpHeaders.LOCATION, LOCATION + claim);
    }

    /// 200 with the claim as it stands.
    Reply reply(ClaimState claim) {
        return Reply.json(200, out -> write(out, claim));
    }

    private void write(JsonOut out, ClaimState claim) {
        var hold = claim.hold();
        out.text("claimId", passes.claimText(hold.claim(), hold.buyer()));
        out.text("offerId", hold.offer());
        out.number("quantity", hold.units());
        switch (claim.outcome().orElse(null)) {
            case null -> {
                long ahead = claim.sequence() - queue.settledUpTo();
                out.text("status", "QUEUED").number("position", Math.max(1, ahead));
            }
            case Won won -> out.text("status", "WON").text("orderId", won.order());
            case Lost lost -> out.text("status", "LOST").text("reason", lost.reason());
        }
    }
}
