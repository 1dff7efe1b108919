package dev.sluice.server.claim;

import dev.sluice.admission.Passes;
import dev.sluice.claim.Claims;
import dev.sluice.id.BuyerId;
import dev.sluice.sale.ClaimState;
import dev.sluice.server.access.RouteGroup;
import dev.sluice.server.http.Call;
import dev.sluice.server.http.Reply;
import dev.sluice.server.http.Routes;
import dev.sluice.server.json.Code;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// `GET /claims/{claimId}`: what has become of a claim, at once or when it has ended.
///
/// A request that waits has a virtual thread and one of the places that all blocking requests
/// share. So that those who wait can never take all of these places, they have a lower limit of
/// their own; beyond it the answer is the present state, at once, and the client asks again.
public final class OutcomeRoutes {

    private static final int WAIT_SECONDS_MAX = 30;

    private final Claims claims;
    private final Passes passes;
    private final ClaimViews views;
    private final int waitsMax;
    private final Semaphore waits;

    /// @param waitsMax requests that may wait at a time
    public OutcomeRoutes(Claims claims, Passes passes, ClaimViews views, int waitsMax) {
        this.claims = claims;
        this.passes = passes;
        this.views = views;
        this.waitsMax = waitsMax;
        this.waits = new Semaphore(waitsMax);
    }

    public void register(Routes routes) {
        routes.get("/api/v1/claims/{claimId}", RouteGroup.OUTCOME, this::show);
    }

    /// Requests that wait at present, for the metrics.
    public int waiting() {
        return waitsMax - waits.availablePermits();
    }

    private Reply show(Call call) throws InterruptedException {
        var buyer = call.buyer();
        long seconds = call.query("wait").integer("wait", 0, WAIT_SECONDS_MAX, 0);
        var claim = call.id("claimId", text -> find(text, buyer), Code.NO_SUCH_CLAIM);
        return views.reply(latest(claim, seconds));
    }

    /// The claim of which a client gave the public id, if it is that buyer's.
    private Optional<ClaimState> find(String text, BuyerId buyer) {
        return passes.parseClaim(text, buyer)
                .flatMap(claims::find)
                .filter(claim -> claim.hold().buyer().equals(buyer));
    }

    private ClaimState latest(ClaimState claim, long seconds) throws InterruptedException {
        if (claim.outcome().isPresent() || seconds == 0) return claim;
        if (!waits.tryAcquire()) return claim;
        try {
            var end = claims.whenEnded(claim.id()).toCompletableFuture();
            return end.get(seconds, TimeUnit.SECONDS);
        } catch (TimeoutException stillQueued) {
            return claims.find(claim.id()).orElse(claim);
        } catch (ExecutionException bug) {
            throw new IllegalStateException("waiting for " + claim, bug);
        } finally {
            waits.release();
        }
    }
}
