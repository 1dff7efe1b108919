package dev.sluice.intake;

import dev.sluice.board.ClaimBoard;
import dev.sluice.board.SaleBoard;
import dev.sluice.port.Broadcast;
import dev.sluice.port.Gates;
import dev.sluice.port.HoldStore;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Reservation.Held;
import dev.sluice.sale.Reservation.Refused;
import dev.sluice.sale.Reservation.Unanswered;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/// Sends claims to the hold store in batches and says what became of them.
///
/// The caller has checked everything a node knows by itself: the offer, its facts, the pass. Here a
/// claim crosses one boundary, together with all others that have arrived, in one [ReserveStep].
public final class Intake implements AutoCloseable {

    private static final CompletionStage<Reservation> OVERLOADED =
            CompletableFuture.completedStage(Refused.OVERLOADED);

    private final IntakeConfig config;
    private final Gates gates;
    private final Batcher<Claim, Reservation> reservations;

    public Intake(
            HoldStore store,
            SaleBoard sales,
            ClaimBoard board,
            Broadcast broadcast,
            Gates gates,
            IntakeConfig config,
            LongSupplier nanos) {
        this.config = config;
        this.gates = gates;
        this.reservations =
                new Batcher<>(
                        "sluice-claims",
                        store.reservesAtOnce(),
                        config.batchMax(),
                        config.inFlightMax(),
                        nanos,
                        new ReserveStep(store, sales, board, broadcast));
    }

    /// @param where the answer is made and its stage completes; the batcher's own thread, for which
    ///     everybody waits, only hands it over
    public CompletionStage<Reservation> decide(Claim claim, Executor where) {
        var answer = reservations.submit(claim);
        if (answer.isEmpty()) return OVERLOADED;
        return answer.get().handleAsync((held, failure) -> answer(claim, held, failure), where);
    }

    /// Tells those who have waited too long that the outcome is unknown. A duty loop calls this.
    public void giveUpOnSlow() {
        reservations.giveUpOn(config.reserveTimeout().toNanos());
    }

    /// What is wrong with the threads that decide claims.
    public Optional<String> trouble() {
        return reservations.trouble();
    }

    public int inFlight() {
        return reservations.waitingItems();
    }

    @Override
    public void close() {
        reservations.close();
    }

    private Reservation answer(Claim claim, Reservation reservation, Throwable failure) {
        if (failure instanceof Unavailable) return new Unanswered(claim.id());
        if (failure != null) throw new IllegalStateException("reserving " + claim, failure);
        if (reservation instanceof Held) gates.use(claim.offer(), claim.buyer(), claim.id());
        return reservation;
    }
}
