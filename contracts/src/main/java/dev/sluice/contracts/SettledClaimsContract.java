package dev.sluice.contracts;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.id.ClaimId;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Outcome.Reason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// How settled claims are found: by their ids, and along the ledger.
public interface SettledClaimsContract extends BookFixture {

    @Test
    default void those_of_many_claims_that_are_settled_are_found_by_their_ids() {
        publish(3);
        book().settle(List.of(order(1, 2), order(2, 1), order(3, 1)));
        book().lose(claim(4, 1), Reason.DROPPED, LATER);
        book().settle(List.of(order(9, 1)));

        var asked = new ArrayList<ClaimId>();
        for (int n = 1; n <= 8; n++) asked.add(claim(n, 1).id());

        assertEquals(
                Set.of(
                        won(1, 2),
                        won(2, 1),
                        lost(3, 1, Reason.SOLD_OUT),
                        lost(4, 1, Reason.DROPPED)),
                Set.copyOf(book().findClaims(asked)));
        assertEquals(List.of(), book().findClaims(List.of()));
    }

    @Test
    default void who_follows_the_ledger_meets_each_settled_claim_once() {
        publish(3);
        long begin = book().lastSequence();
        book().settle(List.of(order(1, 2), order(2, 1), order(3, 1)));
        book().settle(List.of(order(1, 2), order(3, 1)));
        book().cancel(orderId(2), LATER);
        book().restock(OFFER, 5, LATER);
        book().lose(claim(4, 1), Reason.DROPPED, LATER);
        book().lose(claim(4, 1), Reason.DROPPED, LATER);
        restart();

        var met = follow(begin, 1);

        assertEquals(
                Set.of(
                        won(1, 2),
                        won(2, 1),
                        lost(3, 1, Reason.SOLD_OUT),
                        lost(4, 1, Reason.DROPPED)),
                Set.copyOf(met));
        assertEquals(4, met.size());
        assertEquals(lost(4, 1, Reason.DROPPED), met.getLast());
        assertEquals(List.of(), follow(book().lastSequence(), 10));
    }

    @Test
    default void who_follows_while_many_settle_leaves_none_out() throws Exception {
        publish(1_000);
        long begin = book().lastSequence();
        var met = new ArrayList<ClaimState>();
        var ends = new ArrayList<Long>(List.of(begin));

        allAtOnce(
                9,
                i -> {
                    for (int round = 0; round < 20; round++) {
                        if (i == 0) ends.add(step(ends.getLast(), met));
                        else book().settle(List.of(order(1 + i * 20 + round, 1)));
                    }
                    return i;
                });
        met.addAll(follow(ends.getLast(), 10));

        var ids = new HashSet<ClaimId>();
        for (var claim : met) ids.add(claim.id());
        assertEquals(160, met.size());
        assertEquals(160, ids.size());
    }

    private long step(long after, List<ClaimState> met) {
        var settled = book().findSettled(after, 2);
        met.addAll(settled.claims());
        return settled.upTo();
    }

    private List<ClaimState> follow(long begin, int max) {
        var met = new ArrayList<ClaimState>();
        long after = begin;
        while (true) {
            var settled = book().findSettled(after, max);
            met.addAll(settled.claims());
            if (settled.upTo() == after) return met;
            after = settled.upTo();
        }
    }

    private static ClaimState won(int n, int quantity) {
        var hold = claim(n, quantity).hold();
        return new ClaimState(hold, 0, Optional.of(new Outcome.Won(hold.claim(), orderId(n))));
    }

    private static ClaimState lost(int n, int quantity, Reason reason) {
        var hold = claim(n, quantity).hold();
        return new ClaimState(hold, 0, Optional.of(new Outcome.Lost(hold.claim(), reason)));
    }
}
