package dev.sluice.board;

import static dev.sluice.plain.Samples.CLOSES_AT;
import static dev.sluice.plain.Samples.OFFER;
import static dev.sluice.plain.Samples.OPENS_AT;
import static dev.sluice.plain.Samples.SALE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.admission.LocalGates;
import dev.sluice.board.BoardOffer.Availability;
import dev.sluice.board.BoardOffer.Fact;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.news.Subscribers;
import dev.sluice.plain.CapturedLog;
import dev.sluice.plain.ManualClock;
import dev.sluice.plain.PlainGrants;
import dev.sluice.plain.Samples;
import dev.sluice.port.Grants.Grant;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Sale;
import dev.sluice.sale.Sale.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BoardsTest {

    private final ManualClock clock = new ManualClock();
    private final PlainGrants grants = new PlainGrants();
    private final SaleBoard sales = new SaleBoard(clock);
    private final ClaimBoard claims = new ClaimBoard();

    @Test
    void a_draft_is_not_for_the_board() {
        var draft = Samples.sale(Stage.DRAFT, 1);
        assertThrows(IllegalArgumentException.class, () -> sales.put(draft));
        assertEquals(Optional.empty(), sales.find(SALE));
    }

    @Test
    void a_changed_sale_keeps_its_offers_gate_mark_and_funnel() {
        sales.put(Samples.sale(Stage.PUBLISHED, 5));
        var live = sales.findOffer(OFFER).orElseThrow();
        var funnel = sales.findFunnel(SALE).orElseThrow();
        sales.mark(OFFER, true);
        sales.put(Samples.sale(Stage.PAUSED, 9));

        assertSame(live, sales.findOffer(OFFER).orElseThrow());
        assertSame(funnel, sales.findFunnel(SALE).orElseThrow());
        assertTrue(live.soldOut());
        assertEquals(9, live.offer().stock());
        assertEquals(Stage.PAUSED, live.sale().stage());
    }

    @Test
    void a_mark_tells_whether_it_changed_anything() {
        sales.put(Samples.sale(Stage.PUBLISHED, 5));
        var heard = new ArrayList<Sale>();
        sales.listen(heard::add);

        assertTrue(sales.mark(OFFER, true));
        assertFalse(sales.mark(OFFER, true));
        assertTrue(sales.mark(OFFER, false));
        assertFalse(sales.mark(new OfferId(99), true));
        assertEquals(2, heard.size());
    }

    @Test
    void a_listener_that_fails_keeps_nothing_from_the_others() {
        var heard = new ArrayList<Sale>();
        sales.listen(sale -> {
            throw new IllegalStateException("this listener always fails");
        });
        sales.listen(heard::add);

        try (var log = new CapturedLog(Subscribers.class)) {
            sales.put(Samples.sale(Stage.PUBLISHED, 5));
            assertTrue(sales.mark(OFFER, true));
            assertEquals(2, log.count("a subscriber failed"));
        }
        assertEquals(2, heard.size());
    }

    @Test
    void the_first_fact_that_applies_is_the_answer() {
        sales.put(Samples.sale(Stage.PUBLISHED, 5));
        var live = sales.findOffer(OFFER).orElseThrow();

        assertEquals(Optional.of(Fact.NOT_OPEN), live.factAt(OPENS_AT.minusNanos(1)));
        assertEquals(Optional.empty(), live.factAt(OPENS_AT));
        sales.mark(OFFER, true);
        assertEquals(Optional.of(Fact.SOLD_OUT), live.factAt(OPENS_AT));
        assertEquals(Availability.SOLD_OUT, live.availabilityAt(OPENS_AT));
        assertEquals(Optional.of(Fact.CLOSED), live.factAt(CLOSES_AT));
        sales.put(Samples.sale(Stage.PAUSED, 5));
        assertEquals(Optional.of(Fact.PAUSED), live.factAt(OPENS_AT));
        assertEquals(Availability.PAUSED, live.availabilityAt(OPENS_AT));
    }

    @Test
    void new_gates_count_passes_of_the_process_before() {
        grants.insert(new Grant(OFFER, 40, clock.instant().plusSeconds(60)));
        var gates = new LocalGates(grants, clock.instant());

        assertEquals(40, gates.count(OFFER, clock.instant()));
    }

    @Test
    void an_ended_claim_never_becomes_queued_again() {
        claims.end(List.of(won(1)));
        claims.queue(queued(1));

        assertEquals(Optional.of(won(1)), claims.find(new ClaimId(1)));
        assertEquals(1, claims.size());
    }

    @Test
    void whoever_waits_hears_of_the_end_and_cannot_end_it_for_others() {
        claims.queue(queued(1));
        var impatient = claims.whenEnded(new ClaimId(1)).toCompletableFuture();
        var patient = claims.whenEnded(new ClaimId(1)).toCompletableFuture();
        impatient.cancel(true);
        assertFalse(patient.isDone());
        claims.end(List.of(won(1)));

        assertEquals(won(1), patient.join());
        var late = claims.whenEnded(new ClaimId(1)).toCompletableFuture();
        assertEquals(won(1), late.join());
    }

    @Test
    void claims_go_with_their_offer() {
        claims.queue(queued(1));
        claims.forget(new OfferId(99));
        assertEquals(1, claims.size());
        claims.forget(OFFER);
        assertEquals(0, claims.size());
    }

    @Test
    void claims_of_an_offer_that_is_gone_are_not_kept_until_it_comes_back() {
        claims.queue(queued(1));
        var waits = claims.whenEnded(new ClaimId(1)).toCompletableFuture();
        claims.forget(OFFER);

        assertEquals(List.of(), claims.end(List.of(won(1))));
        claims.queueUnheard(queued(2));
        assertEquals(0, claims.size());
        assertEquals(List.of(), claims.findUnsure());
        assertEquals(won(1), waits.join());

        claims.expect(OFFER, 10);
        assertEquals(List.of(won(1)), claims.end(List.of(won(1))));
        assertEquals(1, claims.size());
    }

    private static ClaimState queued(long claim) {
        return new ClaimState(Samples.claim(claim, 5, 1).hold(), 1, Optional.empty());
    }

    private static ClaimState won(long claim) {
        return queued(claim).ended(new Outcome.Won(new ClaimId(claim), new OrderId(8)));
    }
}
