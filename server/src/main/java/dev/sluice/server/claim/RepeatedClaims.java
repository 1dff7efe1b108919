package dev.sluice.server.claim;

import dev.sluice.admission.Passes;
import dev.sluice.claim.Claims;
import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.server.http.Replies;
import dev.sluice.server.http.Reply;
import dev.sluice.server.json.Code;
import java.time.InstantSource;

/// Answers to passes that are a claim already, as [ClaimRoute] sends them. On the event loop, but
/// for the look at the book.
public final class RepeatedClaims {

    private final Claims claims;
    private final Passes passes;
    private final ClaimViews views;
    private final InstantSource clock;
    private final boolean shared;

    /// @param shared whether other nodes may know of claims that this one does not
    public RepeatedClaims(
            Claims claims, Passes passes, ClaimViews views, InstantSource clock, boolean shared) {
        this.claims = claims;
        this.passes = passes;
        this.views = views;
        this.clock = clock;
        this.shared = shared;
    }

    /// Answers a claim that is there already; false when this pass is still to be claimed with, as
    /// far as can be known here. A claim on the board is compared with the pass; for an offer that
    /// is no longer carried, and with a pass that is too old to claim with, the holder of a genuine
    /// pass may cause a look into the book, as often as the buyer's limit allows.
    boolean answer(Attempt attempt, BuyerId buyer, Passes.Parts pass, long wait) {
        var id = pass.claim();
        var known = claims.findHere(id);
        if (known.isEmpty() && isNewHere(attempt, pass)) return false;
        if (!passes.isAuthentic(pass, attempt.offer().id(), buyer)) return false;
        if (known.isPresent()) {
            attempt.visit().answer(views.reply(known.get()));
            return true;
        }
        if (wait > 0) {
            attempt.limited(wait);
            return true;
        }
        var lang = attempt.visit().lang();
        attempt.visit()
                .offload(() ->
                        claims.find(id)
                                .map(views::reply)
                                .orElseGet(() -> Replies.of(whyNot(attempt, pass), lang)));
        return true;
    }

    /// Whether a claim that this node does not know need not be looked for: this node knows all
    /// claims of the offer, or the hold store is about to be asked and knows.
    private boolean isNewHere(Attempt attempt, Passes.Parts pass) {
        if (!attempt.offer().carried()) return false;
        if (!shared) return true;
        return attempt.offer().factAt(attempt.at()).isEmpty() && !attempt.isTooLateFor(pass);
    }

    /// An offer that is not carried is over, or its hold store is not ready.
    private Code whyNot(Attempt attempt, Passes.Parts pass) {
        var offer = attempt.offer();
        var fact = offer.factAt(clock.instant());
        boolean isOld = offer.carried() && attempt.isTooLateFor(pass);
        var code = fact.map(ClaimRoute::code).orElse(isOld ? Code.PASS_INVALID : Code.UNAVAILABLE);
        offer.funnel().countRefused(code.name());
        return code;
    }

    /// The answer to a claim of which the hold store says that it was there already.
    Reply reply(ClaimId claim, String pass) {
        return claims.findHere(claim).map(views::reply).orElseGet(() -> ClaimViews.accepted(pass));
    }
}
