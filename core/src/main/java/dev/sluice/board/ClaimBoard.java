package dev.sluice.board;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hold;
import dev.sluice.sale.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/// A node's own memory of the claims of the offers it carries, so that asking for one costs no look
/// into a store. Only claims that were queued are here, so their number is bounded by the stock;
/// they go when their offer is let go of, and what is told of them later is not kept.
///
/// Claims are rows of numbers, and a [ClaimState] is made when somebody asks: a million claims kept
/// as objects would make each pause of the garbage collector tens of milliseconds long.
///
/// Safe for all threads. An ended claim never becomes queued again.
public final class ClaimBoard {

    private static final int OFFER = 0;
    private static final int BUYER = 1;
    private static final int UNITS = 2;
    private static final int SEQUENCE = 3;

    /// 0 for a queued claim, the order of one that won, and less than 0 for one that lost.
    private static final int END = 4;

    private static final int WIDTH = 5;
    private static final int ROWS = 128;

    /// More claims than this grow the board as they come.
    private static final int EXPECTED_MAX = 1_000_000;

    private static final Outcome.Reason[] REASONS = Outcome.Reason.values();

    private final LongRows[] parts = LongRows.parts(WIDTH, ROWS);
    private final ConcurrentHashMap<ClaimId, CompletableFuture<ClaimState>> waits =
            new ConcurrentHashMap<>();

    /// Queued before this board had heard of them: they may have ended before that, too.
    private final Set<ClaimId> unsure = ConcurrentHashMap.newKeySet();

    /// How many losses of signals this node has heard of.
    private final AtomicLong losses = new AtomicLong();

    /// Offers that were let go of. Asked under a part's lock, and added to before that is taken to
    /// remove their claims, so that none stays behind.
    private final Set<OfferId> gone = ConcurrentHashMap.newKeySet();

    /// Makes room for that many claims of an offer before the crowd comes.
    public void expect(OfferId offer, int more) {
        gone.remove(offer);
        LongRows.expect(parts, (int) Math.min(EXPECTED_MAX, size() + (long) more));
    }

    public Optional<ClaimState> find(ClaimId claim) {
        var part = LongRows.part(parts, claim.value());
        synchronized (part) {
            int row = part.find(claim.value());
            return row == LongRows.NONE ? Optional.empty() : Optional.of(state(part, row, claim));
        }
    }

    /// The claims of an offer that are queued, as far as this node knows.
    public List<ClaimState> findQueued(OfferId offer) {
        var queued = new ArrayList<ClaimState>();
        for (var part : parts) {
            synchronized (part) {
                part.forEach((claim, row) -> {
                    if (part.get(row, OFFER) != offer.value() || part.get(row, END) != 0) return;
                    queued.add(state(part, row, new ClaimId(claim)));
                });
            }
        }
        return queued;
    }

    /// All claims that are queued, as far as this node knows: those it waits for the end of.
    public List<ClaimId> findQueued() {
        var queued = new ArrayList<ClaimId>();
        for (var part : parts) {
            synchronized (part) {
                part.forEach((claim, row) -> {
                    if (part.get(row, END) == 0) queued.add(new ClaimId(claim));
                });
            }
        }
        return queued;
    }

    public void queue(ClaimState claim) {
        isNew(claim);
    }

    /// A claim that another node has taken, or this one without knowing it: its end may have been
    /// told when nobody here listened. It is queued as far as this node knows, and is one of those
    /// that [#findUnsure] names.
    public void queueUnheard(ClaimState claim) {
        if (isNew(claim)) unsure.add(claim.id());
    }

    /// A claim that this node has taken, beginning when it had heard of so many losses of signals.
    /// With one more its end may be among what was lost, and whoever asked for ends after that did
    /// not find it here yet: then it is one of those that [#findUnsure] names.
    public void queueSince(long losses, ClaimState claim) {
        if (isNew(claim) && this.losses.get() != losses) unsure.add(claim.id());
    }

    /// How many losses of signals this node has heard of.
    public long losses() {
        return losses.get();
    }

    /// Signals were lost, and ends of claims may have been among them.
    public void countLoss() {
        losses.incrementAndGet();
    }

    /// Claims whose end is to be asked for once, since nobody may tell it.
    public List<ClaimId> findUnsure() {
        return List.copyOf(unsure);
    }

    /// They have been asked for; if they end later, that is told.
    public void makeSure(List<ClaimId> asked) {
        asked.forEach(unsure::remove);
    }

    private boolean isNew(ClaimState claim) {
        var part = LongRows.part(parts, claim.id().value());
        synchronized (part) {
            if (gone.contains(claim.hold().offer())) return false;
            int before = part.size();
            int row = part.add(claim.id().value());
            if (part.size() == before) return false;
            fill(part, row, claim, 0);
            return true;
        }
    }

    /// Answers those that had not ended here before. The claims of an offer that was let go of had.
    public List<ClaimState> end(List<ClaimState> ended) {
        var fresh = new ArrayList<ClaimState>(ended.size());
        for (var claim : ended) {
            if (end(claim)) fresh.add(claim);
            // Whether anybody waits is not asked first: for a moment the map may count too few.
            var wait = waits.remove(claim.id());
            if (wait != null) wait.complete(claim);
        }
        return fresh;
    }

    private boolean end(ClaimState claim) {
        var part = LongRows.part(parts, claim.id().value());
        long end = end(claim.outcome().orElseThrow());
        synchronized (part) {
            if (gone.contains(claim.hold().offer())) return false;
            int before = part.size();
            int row = part.add(claim.id().value());
            boolean isNew = part.size() > before || part.get(row, END) == 0;
            fill(part, row, claim, end);
            return isNew;
        }
    }

    /// Completes when the claim ends, which every claim on the board does. Several may wait for one
    /// claim; none can complete the stage of another.
    public CompletionStage<ClaimState> whenEnded(ClaimId claim) {
        var wait = waits.computeIfAbsent(claim, c -> new CompletableFuture<>());
        var state = find(claim);
        if (state.isPresent() && state.get().outcome().isPresent()) {
            waits.remove(claim, wait);
            wait.complete(state.get());
        }
        return wait.minimalCompletionStage();
    }

    public void forget(OfferId offer) {
        gone.add(offer);
        for (var part : parts) {
            synchronized (part) {
                part.removeIf(OFFER, value -> value == offer.value());
            }
        }
    }

    public int size() {
        int size = 0;
        for (var part : parts) {
            synchronized (part) {
                size += part.size();
            }
        }
        return size;
    }

    private static void fill(LongRows part, int row, ClaimState claim, long end) {
        var hold = claim.hold();
        part.set(row, OFFER, hold.offer().value());
        part.set(row, BUYER, hold.buyer().value());
        part.set(row, UNITS, hold.units());
        part.set(row, SEQUENCE, claim.sequence());
        part.set(row, END, end);
    }

    private static ClaimState state(LongRows part, int row, ClaimId claim) {
        var hold =
                new Hold(
                        claim,
                        new OfferId(part.get(row, OFFER)),
                        new BuyerId(part.get(row, BUYER)),
                        (int) part.get(row, UNITS));
        var outcome = outcome(claim, part.get(row, END));
        return new ClaimState(hold, part.get(row, SEQUENCE), outcome);
    }

    private static long end(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Won won -> won.order().value();
            case Outcome.Lost lost -> -1 - lost.reason().ordinal();
        };
    }

    private static Optional<Outcome> outcome(ClaimId claim, long end) {
        if (end == 0) return Optional.empty();
        return Optional.of(
                end > 0
                        ? new Outcome.Won(claim, new OrderId(end))
                        : new Outcome.Lost(claim, REASONS[(int) (-1 - end)]));
    }
}
