package dev.sluice.intake;

import dev.sluice.board.ClaimBoard;
import dev.sluice.board.SaleBoard;
import dev.sluice.id.OfferId;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.HoldStore;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import dev.sluice.sale.Reservation.Unanswered;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What intake does with a batch of claims. The board learns of held claims before a sold-out mark
/// is set and before anybody is answered, so that a repeated claim is never told that its offer has
/// sold out to itself.
public final class ReserveStep implements Function<List<Claim>, List<Reservation>> {

    private static final Logger LOG = System.getLogger(ReserveStep.class.getName());

    private final HoldStore store;
    private final SaleBoard sales;
    private final ClaimBoard board;
    private final Broadcast broadcast;

    public ReserveStep(HoldStore store, SaleBoard sales, ClaimBoard board, Broadcast broadcast) {
        this.store = store;
        this.sales = sales;
        this.board = board;
        this.broadcast = broadcast;
    }

    @Override
    public List<Reservation> apply(List<Claim> claims) {
        long losses = board.losses();
        var answers = store.reserve(claims);
        HashSet<OfferId> dry = null;
        for (int i = 0; i < answers.size(); i++) {
            var claim = claims.get(i);
            switch (answers.get(i)) {
                case Held(_, long sequence, boolean again) -> {
                    var queued = new ClaimState(claim.hold(), sequence, Optional.empty());
                    // One that was held before, here with a lost answer or by another node.
                    if (again) board.queueUnheard(queued);
                    else board.queueSince(losses, queued);
                }
                case Refused.SOLD_OUT -> {
                    if (dry == null) dry = new HashSet<>();
                    dry.add(claim.offer());
                }
                case Refused.OVER_LIMIT, Refused.OVERLOADED, Refused.UNAVAILABLE -> {}
                case Unanswered _ -> {}
            }
        }
        if (dry != null) dry.forEach(this::markIfDry);
        return answers;
    }

    /// A claim for three units is told sold out when two are left; only an empty offer is marked.
    /// The claims are decided, whatever comes of this: marks heal by themselves.
    private void markIfDry(OfferId offer) {
        try {
            boolean dry = store.balance(offer).map(b -> b.free() == 0).orElse(false);
            if (dry && sales.mark(offer, true)) broadcast.send(new Signal.SoldOut(offer));
        } catch (Unavailable fault) {
            LOG.log(Level.DEBUG, "no mark for now: {0}", fault.getMessage());
        }
    }
}
