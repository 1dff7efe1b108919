package dev.sluice.claim;

import dev.sluice.board.ClaimBoard;
import dev.sluice.id.ClaimId;
import dev.sluice.port.OrderBook;
import dev.sluice.sale.ClaimState;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// Asks the order book for the ends of claims of which this node may not be told. Any thread may
/// call.
final class Ends {

    private static final int ASKED_MAX = 500;

    private final OrderBook book;
    private final ClaimBoard board;
    private final Consumer<List<ClaimState>> end;

    private final ReentrantLock catchingUp = new ReentrantLock();
    // Guarded by catchingUp: with how many of the losses of signals this node has caught up.
    private long caughtUp;

    /// @param end hears what the book says
    Ends(OrderBook book, ClaimBoard board, Consumer<List<ClaimState>> end) {
        this.book = book;
        this.board = board;
        this.end = end;
    }

    /// Asks for claims that this node has heard of too late to be told, and after signals were
    /// missed for all that it waits for. One look is under way at a time, and however many losses
    /// are heard of meanwhile, one more follows.
    void catchUp() {
        if (!catchingUp.tryLock()) return;
        try {
            var unsure = board.findUnsure();
            ask(unsure);
            board.makeSure(unsure);
            for (long now = board.losses(); now != caughtUp; now = board.losses()) {
                ask(board.findQueued());
                caughtUp = now;
            }
        } finally {
            catchingUp.unlock();
        }
    }

    private void ask(List<ClaimId> waiting) {
        for (int from = 0; from < waiting.size(); from += ASKED_MAX) {
            int to = Math.min(waiting.size(), from + ASKED_MAX);
            var ended = book.findClaims(waiting.subList(from, to));
            if (!ended.isEmpty()) end.accept(ended);
        }
    }
}
