package dev.sluice.claim;

import dev.sluice.board.BoardOffer;
import dev.sluice.board.ClaimBoard;
import dev.sluice.board.Funnel.Step;
import dev.sluice.board.SaleBoard;
import dev.sluice.id.ClaimId;
import dev.sluice.news.Subscribers;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.HoldStore;
import dev.sluice.port.OrderBook;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Outcome;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/// What a node knows of claims. Whichever way it learns how one ended, by a signal, by asking the
/// book or because somebody asked for the claim, the board is first, then the funnel, once for each
/// claim, then those who listen. Any thread may call.
public final class Claims {

    private final ClaimBoard board;
    private final SaleBoard sales;
    private final OrderBook book;
    private final HoldStore store;
    private final Function<ClaimId, Optional<ClaimState>> findSettled;
    private final Executor aside;
    private final Ends ends;
    private final Subscribers<List<ClaimState>> listeners = new Subscribers<>();

    /// @param findSettled asks for a claim that has ended: the book, or who remembers its answers
    /// @param aside where what a signal asks for is done, since whoever hears must not block
    public Claims(
            ClaimBoard board,
            SaleBoard sales,
            OrderBook book,
            HoldStore store,
            Function<ClaimId, Optional<ClaimState>> findSettled,
            Executor aside) {
        this.board = board;
        this.sales = sales;
        this.book = book;
        this.store = store;
        this.findSettled = findSettled;
        this.aside = aside;
        this.ends = new Ends(book, board, this::end);
    }

    /// A claim if this node remembers it. Never blocks.
    public Optional<ClaimState> findHere(ClaimId claim) {
        return board.find(claim);
    }

    /// A claim as it stands, wherever that is known. Blocks when this node does not remember it.
    public Optional<ClaimState> find(ClaimId claim) {
        var known = board.find(claim);
        if (known.isPresent()) return known;
        var settled = findSettled.apply(claim);
        var found = settled.isPresent() ? settled : store.find(claim);
        // One that was lost between the two looks was in neither place, and is in the book now.
        if (found.isEmpty()) found = book.findClaim(claim);
        found.ifPresent(this::remember);
        return found;
    }

    /// Completes when the claim ends, if this node remembers it.
    public CompletionStage<ClaimState> whenEnded(ClaimId claim) {
        return board.whenEnded(claim);
    }

    /// How many claims this node remembers.
    public int size() {
        return board.size();
    }

    /// Hears of each claim that has ended, once the board says so. One may be told again, and must
    /// not block.
    public void listen(Consumer<List<ClaimState>> listener) {
        listeners.add(listener);
    }

    /// Hears the broadcast. Must be subscribed to it.
    public void hear(Signal signal) {
        if (signal instanceof Signal.ClaimsEnded(var ended)) {
            end(ended);
        } else if (signal instanceof Signal.Missed) {
            board.countLoss();
            aside.execute(this::catchUp);
        }
    }

    /// Asks for the ends of claims of which this node may not have been told. What a fault has left
    /// undone is done by the next call: a duty loop calls this once a second.
    public void catchUp() {
        ends.catchUp();
    }

    /// Asks for the ends of all claims of an offer that is being carried. When this node carried
    /// it before, an end that it did not know is news like any other.
    public void catchUp(BoardOffer live) {
        var ended = board.end(book.findClaims(live.id()));
        if (!live.carried() || ended.isEmpty()) return;
        ended.forEach(this::count);
        listeners.tell(ended);
    }

    private void end(List<ClaimState> ended) {
        for (var claim : board.end(ended)) count(claim);
        listeners.tell(ended);
    }

    private void count(ClaimState claim) {
        boolean won = claim.outcome().orElseThrow() instanceof Outcome.Won;
        sales.findOffer(claim.hold().offer())
                .ifPresent(live -> live.funnel().count(won ? Step.WON : Step.LOST));
    }

    /// Of a claim that came in through another node the end is told, unless that has been already.
    private void remember(ClaimState claim) {
        var offer = sales.findOffer(claim.hold().offer());
        if (offer.isEmpty() || !offer.get().carried()) return;
        if (claim.outcome().isPresent()) end(List.of(claim));
        else board.queueUnheard(claim);
    }
}
