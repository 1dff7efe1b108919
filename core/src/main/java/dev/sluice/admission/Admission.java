package dev.sluice.admission;

import dev.sluice.board.BoardOffer;
import dev.sluice.board.Snowflakes;
import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.port.Gates;
import dev.sluice.port.HoldStore;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// Lets buyers through the gate of an offer and gives them their passes.
///
/// The units that are taken and the passes that are out together never exceed `gateFactor` times
/// the stock. Units that come back and passes that expire unused make room again, so the gate keeps
/// nothing from being sold.
public final class Admission {

    public record Pass(String text, Instant expiresAt) {}

    private final HoldStore store;
    private final Gates gates;
    private final Passes passes;
    private final Snowflakes ids;
    private final Duration passLifetime;

    public Admission(
            HoldStore store, Gates gates, Passes passes, Snowflakes ids, Duration passLifetime) {
        this.store = store;
        this.gates = gates;
        this.passes = passes;
        this.ids = ids;
        this.passLifetime = passLifetime;
    }

    /// A pass, the same one while it is out and unused; nothing when the gate is full.
    public Optional<Pass> admit(BoardOffer offer, BuyerId buyer, Instant now) {
        int taken = store.balance(offer.id()).map(b -> b.held() + b.sold()).orElse(0);
        long outMax = (long) offer.sale().gateFactor() * offer.offer().stock() - taken;
        int bounded = Math.clamp(outMax, 0, Integer.MAX_VALUE);
        var ask = new Gates.Ask(offer.id(), buyer, bounded, expiry(now));
        return gates.admit(ask, now, () -> new ClaimId(ids.next()))
                .map(issued -> pass(offer, buyer, issued.claim(), issued.expiresAt()));
    }

    /// A pass outside the gate's count, for rehearsals.
    public Pass mintUncounted(BoardOffer offer, BuyerId buyer, Instant now) {
        return pass(offer, buyer, new ClaimId(ids.next()), expiry(now));
    }

    private Instant expiry(Instant now) {
        return now.plus(passLifetime).truncatedTo(ChronoUnit.SECONDS);
    }

    private Pass pass(BoardOffer offer, BuyerId buyer, ClaimId claim, Instant expiresAt) {
        return new Pass(passes.mint(claim, offer.id(), buyer, expiresAt), expiresAt);
    }
}
