package dev.sluice.server.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hold;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BuyerClaimsTest {

    private static final Instant NOON = Instant.parse("2026-11-11T12:00:00Z");
    private static final BuyerId ANN = new BuyerId(1);
    private static final BuyerId BOB = new BuyerId(2);

    private final BuyerClaims claims = new BuyerClaims(100);

    @Test
    void a_buyer_has_the_claims_that_were_queued_each_once() {
        queue(claim(1, ANN));
        queue(claim(2, ANN));
        queue(claim(1, ANN));
        queue(claim(3, BOB));

        assertEquals(List.of(claim(1, ANN).id(), claim(2, ANN).id()), claims.find(ANN));
        assertEquals(3, claims.size());
    }

    @Test
    void an_ended_claim_is_forgotten_after_a_quarter_of_an_hour() {
        queue(claim(1, ANN));
        queue(claim(2, ANN));
        claims.ended(List.of(claim(1, ANN), claim(9, BOB)), NOON);

        claims.forgetOld(NOON.plus(BuyerClaims.KEPT).minusMillis(1));
        assertEquals(2, claims.find(ANN).size());
        claims.forgetOld(NOON.plus(BuyerClaims.KEPT));

        assertEquals(List.of(claim(2, ANN).id()), claims.find(ANN));
        assertEquals(List.of(), claims.find(BOB));
        assertEquals(1, claims.size());
    }

    @Test
    void a_buyer_with_very_many_claims_keeps_the_first_and_the_newest() {
        for (int i = 1; i <= 60; i++) queue(claim(i, ANN));

        var expected = LongStream.rangeClosed(12, 60).mapToObj(i -> claim(i, ANN).id());
        assertEquals(Stream.concat(Stream.of(new ClaimId(1)), expected).toList(), claims.find(ANN));
        assertEquals(50, claims.size());
    }

    @Test
    void no_more_claims_are_kept_than_there_may_be() {
        for (int i = 1; i <= 300; i++) queue(claim(i, new BuyerId(i)));
        assertEquals(100, claims.size());

        for (int i = 1; i <= 300; i++) claims.ended(List.of(claim(i, new BuyerId(i))), NOON);
        claims.forgetOld(NOON);

        assertEquals(0, claims.size());
    }

    private void queue(ClaimState claim) {
        claims.queued(claim.hold().buyer(), claim.id());
    }

    private static ClaimState claim(long id, BuyerId buyer) {
        var hold = new Hold(new ClaimId(id), new OfferId(7), buyer, 1);
        return new ClaimState(hold, id, Optional.empty());
    }
}
