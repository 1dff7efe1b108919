package dev.sluice.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.board.Funnel.Step;
import dev.sluice.id.ClaimId;
import dev.sluice.plain.PlainShop;
import dev.sluice.plain.Samples;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.sale.ClaimState;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// However a node learns of an end, and however often, it counts once.
class ClaimsTest {

    private static final ClaimId CLAIM = new ClaimId(1);

    private final PlainShop shop = PlainShop.open(3);
    private final List<ClaimState> told = new ArrayList<>();

    ClaimsTest() {
        shop.claims.listen(told::addAll);
    }

    @Test
    void an_end_that_is_told_twice_counts_once() {
        shop.buy(1, 5, 1);
        assertEquals(1, won());

        shop.broadcast.send(new Signal.ClaimsEnded(List.of(told.getFirst())));

        assertEquals(1, won());
    }

    @Test
    void an_end_that_nobody_told_counts_when_it_is_asked_for_and_is_told_to_those_who_listen() {
        shop.claim(1, 5, 1);
        var unheard = missTheEnd();

        shop.claims.hear(new Signal.Missed());

        assertEquals(List.of(CLAIM), told.stream().map(ClaimState::id).toList());
        assertEquals(1, won());
        shop.claims.hear(new Signal.ClaimsEnded(List.of(unheard)));
        assertEquals(1, won());
    }

    @Test
    void a_claim_of_another_node_that_somebody_asks_for_is_remembered_with_its_end() {
        shop.store.reserve(List.of(Samples.claim(1, 5, 1)));
        missTheEnd();
        assertTrue(shop.claims.findHere(CLAIM).isEmpty());

        assertTrue(shop.claims.find(CLAIM).orElseThrow().outcome().isPresent());

        assertTrue(shop.claims.findHere(CLAIM).orElseThrow().outcome().isPresent());
        assertEquals(1, won());
    }

    @Test
    void whoever_listens_finds_the_end_on_the_board() {
        shop.claim(1, 5, 1);
        var found = new ArrayList<Boolean>();
        shop.claims.listen(ended ->
                found.add(shop.claims.findHere(CLAIM).orElseThrow().outcome().isPresent()));

        shop.settleAll();

        assertEquals(List.of(true), found);
    }

    /// The claim is settled while this node hears nothing.
    private ClaimState missTheEnd() {
        shop.broadcast.crash();
        shop.settleAll();
        return shop.book.findClaim(CLAIM).orElseThrow();
    }

    private long won() {
        return shop.live().funnel().totals(shop.clock.instant()).steps().get(Step.WON);
    }
}
