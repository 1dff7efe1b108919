package dev.sluice.claim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.board.Funnel.Step;
import dev.sluice.id.ClaimId;
import dev.sluice.intake.ReserveStep;
import dev.sluice.plain.PlainShop;
import dev.sluice.plain.Samples;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.HoldStore;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Sale.Stage;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
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

    /// As when another node settles it between the look into the book and that into the store.
    @Test
    void a_claim_that_is_lost_while_it_is_looked_for_is_found() {
        var claim = Samples.claim(1, 5, 1);
        shop.store.reserve(List.of(claim));
        var claims =
                claims(id -> {
                    var before = shop.book.findClaim(id);
                    shop.book.lose(claim, Outcome.Reason.DROPPED, shop.clock.instant());
                    shop.store.release(List.of(claim.hold()));
                    return before;
                });

        assertTrue(claims.find(CLAIM).orElseThrow().outcome().isPresent());
    }

    /// As when the store answers late, and the loss of the signal was noticed before.
    @Test
    void an_end_that_was_missed_before_the_board_knew_the_claim_is_asked_for() {
        var late =
                after(
                        "reserve",
                        () -> {
                            missTheEnd();
                            shop.claims.hear(new Signal.Missed());
                        });
        var step = new ReserveStep(late, shop.sales, shop.board, shop.broadcast);

        step.apply(List.of(Samples.claim(1, 5, 1)));
        shop.claims.catchUp();

        assertTrue(shop.claims.findHere(CLAIM).orElseThrow().outcome().isPresent());
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

    /// As when a broker brings a message again that was settled long ago.
    @Test
    void an_end_that_is_told_again_when_its_offer_is_gone_neither_counts_nor_stays() {
        shop.claim(1, 5, 1);
        var delivered = shop.take();
        shop.settlement.settle(delivered);
        shop.orders.cancel(shop.order(1).id());
        shop.desk.move(Samples.SALE, Stage.CLOSED);
        shop.desk.tick();
        assertEquals(0, shop.claims.size());

        shop.settlement.settle(delivered);

        assertEquals(1, won());
        assertEquals(0, shop.claims.size());
    }

    /// As when Redis, which carries the signals as well, comes back empty.
    @Test
    void an_end_that_is_found_when_an_offer_is_taken_up_anew_counts_and_is_told() {
        shop.claim(1, 5, 1);
        missTheEnd();
        shop.store.forget(Samples.OFFER);

        shop.desk.tick();

        assertEquals(List.of(CLAIM), told.stream().map(ClaimState::id).toList());
        assertEquals(1, won());
        shop.store.forget(Samples.OFFER);
        shop.desk.tick();
        assertEquals(1, told.size());
        assertEquals(1, won());
    }

    @Test
    void what_had_ended_before_a_node_carried_the_offer_is_known_and_no_news() {
        shop.buy(1, 5, 1);
        shop.crash();
        told.clear();
        shop.claims.listen(told::addAll);

        shop.desk.load();

        assertTrue(shop.claims.findHere(CLAIM).orElseThrow().outcome().isPresent());
        assertEquals(0, won());
        assertEquals(List.of(), told);
    }

    /// The claim is settled while this node hears nothing.
    private ClaimState missTheEnd() {
        shop.broadcast.crash();
        shop.settleAll();
        return shop.book.findClaim(CLAIM).orElseThrow();
    }

    private Claims claims(Function<ClaimId, Optional<ClaimState>> findSettled) {
        return new Claims(
                shop.board, shop.sales, shop.book, shop.store, findSettled, Runnable::run);
    }

    /// The hold store, and something that happens before an answer of it arrives.
    private HoldStore after(String called, Runnable meanwhile) {
        return (HoldStore)
                Proxy.newProxyInstance(
                        HoldStore.class.getClassLoader(),
                        new Class<?>[] {HoldStore.class},
                        (_, method, arguments) -> {
                            var answer = method.invoke(shop.store, arguments);
                            if (method.getName().equals(called)) meanwhile.run();
                            return answer;
                        });
    }

    private long won() {
        return shop.live().funnel().totals(shop.clock.instant()).steps().get(Step.WON);
    }
}
