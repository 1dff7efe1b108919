package dev.sluice.server.claim;

import dev.sluice.admission.Passes;
import dev.sluice.board.BoardOffer;
import dev.sluice.server.http.Replies;
import dev.sluice.server.http.Visit;
import dev.sluice.server.json.Code;
import java.time.Instant;

/// One request on its way through [ClaimRoute].
///
/// @param pass as it was sent, not proven
/// @param at when it came; to ask for the time again and again is not free
record Attempt(Visit visit, BoardOffer offer, String pass, Instant at) {

    void refuse(Code code) {
        offer.funnel().countRefused(code.name());
        visit.refuse(code);
    }

    void limited(long wait) {
        offer.funnel().countRefused(Code.RATE_LIMITED.name());
        visit.answer(Replies.rateLimited(wait, visit.lang()));
    }

    /// Whether the pass can no longer be claimed with.
    boolean isTooLateFor(Passes.Parts pass) {
        return pass.expirySecond() <= at.getEpochSecond();
    }
}
