package dev.sluice.settlement;

import dev.sluice.port.Nodes;
import dev.sluice.port.OrderBook;
import dev.sluice.port.Results;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/// Publishes how claims ended, in the order of the ledger, at least once each.
///
/// The ledger is the outbox: a claim stands there from the transaction that settles it, so nothing
/// is written twice and no crash can come in between. How far it was published is noted after each
/// step; what a crash loses of that is published once more. While the broker is away nothing is
/// lost and nobody waits: it goes on from there when the broker is back, in steps of bounded size.
///
/// One node of all does this, on a thread of its own. One that could not publish tries the same
/// once more before it asks to lead again, so that a node that is cut off from the broker alone
/// leaves it to the others.
public final class ResultsRelay implements Runnable {

    private static final String FROM = "results-from";
    private static final String UP_TO = "results-up-to";
    private static final int MOVEMENTS_MAX = 20;

    /// What follows a sequence of the ledger.
    private record Step(long after, OrderBook.Settled settled) {}

    private final OrderBook book;
    private final Results results;
    private final Nodes nodes;
    private final BooleanSupplier leads;
    private Optional<Step> failed = Optional.empty();

    /// @param leads whether this is the one node of all that publishes
    public ResultsRelay(OrderBook book, Results results, Nodes nodes, BooleanSupplier leads) {
        this.book = book;
        this.results = results;
        this.nodes = nodes;
        this.leads = leads;
    }

    /// Before this node settles anything: what was settled before results were wanted is nobody's
    /// news. All nodes begin at the same place, whichever is first.
    public void begin() {
        from();
    }

    /// Publishes all there is. After [dev.sluice.port.Unavailable] the next turn goes on.
    @Override
    public void run() {
        var again = failed;
        again.ifPresent(this::publish);
        while (leads.getAsBoolean()) {
            long after = Math.max(from(), nodes.findValue(UP_TO).map(Long::parseLong).orElse(0L));
            var done = again.filter(step -> step.after == after);
            again = Optional.empty();
            var step =
                    done.orElseGet(() -> new Step(after, book.findSettled(after, MOVEMENTS_MAX)));
            if (step.settled.upTo() == after) return;
            if (done.isEmpty()) publish(step);
            nodes.putValue(UP_TO, Long.toString(step.settled.upTo()));
        }
    }

    private void publish(Step step) {
        if (step.settled.claims().isEmpty()) return;
        failed = Optional.of(step);
        results.publish(step.settled.claims());
        failed = Optional.empty();
    }

    private long from() {
        var now = ByteBuffer.allocate(Long.BYTES).putLong(book.lastSequence()).array();
        return ByteBuffer.wrap(nodes.secret(FROM, now)).getLong();
    }
}
