package dev.sluice.settlement;

import dev.sluice.loop.WorkLoop;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.Unavailable;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/// The worker that settles for as long as the process runs. It pauses while it is told to hold.
///
/// When the order book or the hold store does not answer, or no ids can be made, it tries for a
/// moment. Then it gives what it has taken back, so that nodes for which they are there settle it,
/// and takes nothing before they answer here again. Whatever else goes wrong, what was taken goes
/// back.
public final class SettlementLoop implements AutoCloseable {

    private static final Duration WAIT = Duration.ofMillis(50);
    private static final Duration PAUSE_FIRST = Duration.ofMillis(20);

    /// How long claims are kept while they cannot be settled. A call may take longer than that by
    /// itself, as long as the book lets it wait.
    private static final long TRY_NANOS = Duration.ofSeconds(1).toNanos();

    private final Settlement settlement;
    private final SettlementConfig config;
    private final BooleanSupplier held;
    private final LongSupplier nanos;
    private final WorkLoop loop;
    private volatile boolean resting;
    // Used by the loop's thread only: what was taken, could not be settled and has to go back; and
    // whether some went back and the surroundings have not been there since.
    private List<Delivery> unsettled = List.of();
    private boolean cutOff;

    /// @param held whether an operator has told settlement to wait
    public SettlementLoop(
            Settlement settlement,
            SettlementConfig config,
            BooleanSupplier held,
            LongSupplier nanos) {
        this.settlement = settlement;
        this.config = config;
        this.held = held;
        this.nanos = nanos;
        this.loop = new WorkLoop("settlement", PAUSE_FIRST, config.pauseMax(), this::turn);
    }

    public void start() {
        loop.start();
    }

    /// Whether it has been told to hold and nothing that it took is left.
    public boolean isResting() {
        return resting;
    }

    /// What is wrong with the loop itself.
    public Optional<String> trouble() {
        return loop.trouble();
    }

    /// Finishes the batch that is under way and ends the thread. What is left in the queue is
    /// durable.
    @Override
    public void close() {
        loop.close();
    }

    private void turn() throws InterruptedException {
        giveBack();
        resting = held.getAsBoolean();
        if (resting) {
            loop.pause(WAIT);
            return;
        }
        if (cutOff) settlement.checkSurroundings();
        cutOff = false;
        settleAndRest(settlement.take(WAIT));
    }

    /// A full batch means that more is waiting, and there is no rest before all of it is settled.
    private void settleAndRest(List<Delivery> deliveries) throws InterruptedException {
        if (deliveries.isEmpty()) return;
        unsettled = deliveries;
        try {
            settleSoon(deliveries);
            unsettled = List.of();
        } catch (Throwable e) {
            if (!loop.isClosed()) tryToGiveBack(e);
            throw e;
        }
        if (deliveries.size() < config.batchMax()) loop.pause(config.rest());
    }

    private void settleSoon(List<Delivery> deliveries) throws InterruptedException {
        long begun = nanos.getAsLong();
        for (var pause = PAUSE_FIRST; ; pause = loop.longer(pause)) {
            try {
                settlement.settle(deliveries);
                return;
            } catch (Unavailable fault) {
                boolean tried = nanos.getAsLong() - begun >= TRY_NANOS;
                if (tried || loop.isClosed() || held.getAsBoolean()) throw fault;
                loop.waits(fault);
                loop.pause(pause);
            }
        }
    }

    /// At once, and if that fails before anything else is done.
    private void tryToGiveBack(Throwable because) {
        try {
            giveBack();
        } catch (RuntimeException | Error fault) {
            because.addSuppressed(fault);
        }
    }

    /// The queue would not deliver them to anybody else, so nothing is taken before it has worked,
    /// whatever comes in its way. When the process ends the queue sees to it by itself.
    private void giveBack() {
        if (unsettled.isEmpty()) return;
        cutOff = true;
        settlement.giveBack(unsettled);
        unsettled = List.of();
    }
}
