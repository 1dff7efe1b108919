package dev.sluice.server.admin;

import dev.sluice.admission.Passes;
import dev.sluice.claim.Claims;
import dev.sluice.id.ClaimId;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.ClaimQueue.Parked;
import dev.sluice.port.OrderBook;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Hold;
import dev.sluice.sale.Outcome;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.json.Code;
import dev.sluice.server.json.JsonOut;
import dev.sluice.server.json.Problem;
import dev.sluice.settlement.Settlement;

/// `/admin/parked`: claims that failed for good and wait for a person.
public final class AdminParked {

    private static final String PATH = "/api/v1/admin/parked";
    private static final int SHOWN_MAX = 1_000;

    /// So often as many as are shown are retried by one call; whoever has more calls again.
    private static final int ROUNDS_MAX = 10;

    private final ClaimQueue queue;
    private final Settlement settlement;
    private final OrderBook book;
    private final Claims claims;
    private final Passes passes;

    public AdminParked(
            ClaimQueue queue, Settlement settlement, OrderBook book, Claims claims, Passes passes) {
        this.queue = queue;
        this.settlement = settlement;
        this.book = book;
        this.claims = claims;
        this.passes = passes;
    }

    public void register(Routes routes) {
        routes.get(PATH, RouteGroup.ADMIN, this::list)
                .post(PATH + "/retry", RouteGroup.ADMIN, this::retryAll)
                .post(PATH + "/{claimId}/retry", RouteGroup.ADMIN, this::retry)
                .post(PATH + "/{claimId}/drop", RouteGroup.ADMIN, this::drop);
    }

    private Reply list(Call call) {
        return Reply.json(200, out -> out.list("parked", queue.parked(SHOWN_MAX), this::write));
    }

    private Reply retry(Call call) {
        call.noBody();
        var claim = find(call);
        if (!queue.unpark(claim)) throw Problem.of(Code.CLAIM_NOT_PARKED);
        var text = call.parameter("claimId");
        return Reply.json(200, out -> out.text("claimId", text).text("status", "QUEUED"));
    }

    private Reply retryAll(Call call) {
        call.noBody();
        int retried = 0;
        var parked = queue.parked(SHOWN_MAX);
        for (int round = 0; round < ROUNDS_MAX && !parked.isEmpty(); round++) {
            for (var one : parked) if (queue.unpark(one.claim().id())) retried++;
            parked = queue.parked(SHOWN_MAX);
        }
        int done = retried;
        int left = parked.size();
        return Reply.json(200, out -> out.number("retried", done).number("left", left));
    }

    /// A claim that the book had settled before it was parked keeps that outcome.
    private Reply drop(Call call) {
        call.noBody();
        var claim = find(call);
        boolean dropped = settlement.drop(claim);
        var outcome = book.findClaim(claim).flatMap(state -> state.outcome());
        if (!dropped || !(outcome.orElse(null) instanceof Outcome.Lost(_, var reason))) {
            throw Problem.of(Code.CLAIM_NOT_PARKED);
        }
        var text = call.parameter("claimId");
        return Reply.json(
                200,
                out -> out.text("claimId", text).text("status", "LOST").text("reason", reason));
    }

    /// The parked claim of this text. Only the very text that buyers see is a claim's id.
    private ClaimId find(Call call) {
        var id = call.id("claimId", Passes::peek, Code.NO_SUCH_CLAIM);
        var text = call.parameter("claimId");
        var parked = queue.findParked(id).map(Parked::claim).map(Claim::hold);
        if (parked.filter(hold -> textOf(hold).equals(text)).isPresent()) return id;
        boolean exists = claims.find(id).filter(c -> textOf(c.hold()).equals(text)).isPresent();
        throw Problem.of(exists ? Code.CLAIM_NOT_PARKED : Code.NO_SUCH_CLAIM);
    }

    private String textOf(Hold hold) {
        return passes.claimText(hold.claim(), hold.buyer());
    }

    private void write(JsonOut out, Parked parked) {
        var claim = parked.claim();
        out.text("claimId", textOf(claim.hold()))
                .text("offerId", claim.offer())
                .text("buyerId", claim.buyer())
                .number("quantity", claim.quantity())
                .text("cause", parked.cause())
                .number("attempts", parked.attempts())
                .instant("parkedAt", parked.at());
    }
}
