package dev.sluice.intake;

import dev.sluice.port.Broadcast;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.HoldStore;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Decision;
import dev.sluice.sale.Decision.Queued;
import dev.sluice.sale.Decision.Refused;
import dev.sluice.sale.Decision.Unknown;
import dev.sluice.sale.OfferId;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Reservation.Denied;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Unanswered;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;

/// Sends claims to the hold store in batches and says what became of them.
///
/// The caller has checked everything a node knows by itself: the offer, its facts, the pass. Here a
/// claim crosses one boundary, together with all others that have arrived. Within a batch the board
/// learns of held claims before a sold-out mark is set and before anybody is answered, so that a
/// repeated claim is never told that its offer has sold out to itself.
public final class Intake implements AutoCloseable {

    private static final CompletionStage<Decision> OVERLOADED =
            CompletableFuture.completedStage(Refused.OVERLOADED);

    private final HoldStore store;
    private final SaleBoard sales;
    private final ClaimBoard board;
    private final Broadcast broadcast;
    private final IntakeConfig config;
    private final Batcher<Claim, Reservation> reservations;

    public Intake(
            HoldStore store,
            SaleBoard sales,
            ClaimBoard board,
            Broadcast broadcast,
            IntakeConfig config,
            LongSupplier nanos) {
        this.store = store;
        this.sales = sales;
        this.board = board;
        this.broadcast = broadcast;
        this.config = config;
        this.reservations =
                new Batcher<>(
                        "sluice-claims",
                        config.batchMax(),
                        config.inFlightMax(),
                        nanos,
                        this::reserve);
    }

    /// Completes on the batcher's thread.
    public CompletionStage<Decision> decide(LiveOffer offer, Claim claim) {
        return reservations
                .submit(claim)
                .<CompletionStage<Decision>>map(
                        answer -> answer.handle((r, failure) -> decision(offer, claim, r, failure)))
                .orElse(OVERLOADED);
    }

    /// Tells those who have waited too long that the outcome is unknown. A duty loop calls this.
    public void giveUpOnSlow() {
        reservations.giveUpOn(config.reserveTimeout().toNanos());
    }

    public int inFlight() {
        return reservations.waitingItems();
    }

    @Override
    public void close() {
        reservations.close();
    }

    private List<Reservation> reserve(List<Claim> claims) {
        var answers = store.reserve(claims);
        HashSet<OfferId> dry = null;
        for (int i = 0; i < answers.size(); i++) {
            var claim = claims.get(i);
            switch (answers.get(i)) {
                case Held(_, long sequence, boolean again) -> {
                    if (!again)
                        board.queue(new ClaimState(claim.hold(), sequence, Optional.empty()));
                }
                case Denied.SOLD_OUT -> {
                    if (dry == null) dry = new HashSet<>();
                    dry.add(claim.offer());
                }
                case Denied.OVER_LIMIT, Denied.OVERLOADED, Denied.UNAVAILABLE -> {}
                case Unanswered _ -> {}
            }
        }
        if (dry != null) dry.forEach(this::markIfDry);
        return answers;
    }

    /// A claim for three units is told sold out when two are left; only an empty offer is marked.
    private void markIfDry(OfferId offer) {
        boolean dry = store.balance(offer).map(b -> b.free() == 0).orElse(false);
        if (dry && sales.mark(offer, true)) broadcast.send(new Signal.SoldOut(offer));
    }

    private Decision decision(
            LiveOffer offer, Claim claim, Reservation reservation, Throwable failure) {
        if (failure instanceof Unavailable) return new Unknown(claim.id());
        if (failure != null) throw new IllegalStateException("reserving " + claim, failure);
        return switch (reservation) {
            case Held(_, _, boolean again) -> {
                offer.gate().use(claim.buyer(), claim.id());
                yield new Queued(claim.id(), again);
            }
            case Unanswered _ -> new Unknown(claim.id());
            case Denied.SOLD_OUT -> Refused.SOLD_OUT;
            case Denied.OVER_LIMIT -> Refused.OVER_LIMIT;
            case Denied.OVERLOADED -> Refused.OVERLOADED;
            case Denied.UNAVAILABLE -> Refused.UNAVAILABLE;
        };
    }
}
