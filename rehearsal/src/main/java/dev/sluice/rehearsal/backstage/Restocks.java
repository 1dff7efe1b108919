package dev.sluice.rehearsal.backstage;

import dev.sluice.rehearsal.crowd.Stage.StagedOffer;
import dev.sluice.rehearsal.scenario.Scenario.Restock;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Adds the stock of a scenario in mid-sale, each at its moment, and keeps count of what was added.
/// One thread runs it; the others may ask at any time. The lock is the object itself.
public final class Restocks {
    private final Operator operator;
    private final List<StagedOffer> offers;
    private final Map<String, Integer> added = new HashMap<>();

    public Restocks(Operator operator, List<StagedOffer> offers) {
        this.operator = operator;
        this.offers = offers;
    }

    /// Returns after the last one, or when somebody asks for the end.
    public void run(List<Restock> restocks, Instant opensAt, Stop stop)
            throws InterruptedException {
        int number = 0;
        for (var restock :
                restocks.stream().sorted(Comparator.comparing(Restock::after)).toList()) {
            if (stop.awaitUntil(opensAt.plus(restock.after()))) return;
            var offerId = offers.get(restock.offer() - 1).offerId();
            var key = "rehearsal-" + offerId + "-" + ++number;
            if (operator.restock(offerId, restock.units(), key)) count(offerId, restock.units());
        }
    }

    private synchronized void count(String offerId, int units) {
        added.merge(offerId, units, Integer::sum);
    }

    public synchronized int addedTo(String offerId) {
        return added.getOrDefault(offerId, 0);
    }
}
