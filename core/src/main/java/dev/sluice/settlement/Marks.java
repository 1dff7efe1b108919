package dev.sluice.settlement;

import dev.sluice.board.BoardOffer;
import dev.sluice.board.SaleBoard;
import dev.sluice.port.HoldStore;
import java.util.Optional;

/// Heals this node's sold-out marks: one that was set or lifted by mistake, or whose signal was
/// lost, is put right by what the hold store says. Every node does it once a second, on a thread
/// that waits for nothing else, so that no fault of another part keeps a wrong mark alive.
public final class Marks implements Runnable {

    private final HoldStore store;
    private final SaleBoard sales;

    public Marks(HoldStore store, SaleBoard sales) {
        this.store = store;
        this.sales = sales;
    }

    /// Looks at each offer once; one that cannot be looked at does not keep the others waiting.
    @Override
    public void run() {
        Optional<RuntimeException> fault = Optional.empty();
        for (var offer : sales.offers()) {
            try {
                if (offer.carried()) heal(offer);
            } catch (RuntimeException e) {
                fault = Optional.of(e);
            }
        }
        if (fault.isPresent()) throw fault.get();
    }

    private void heal(BoardOffer offer) {
        sales.heal(offer.id(), () -> store.balance(offer.id()).map(b -> b.free() <= 0));
    }
}
