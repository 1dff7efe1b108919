package dev.sluice.redis.hold;

import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.supply;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.redis.RedisTestStores;
import dev.sluice.sale.Balances.Store;
import org.junit.jupiter.api.Test;

/// Units on their way from one shard of an offer to another.
class UnitMovesTest {

    @Test
    void a_move_that_is_repeated_or_out_of_date_lands_no_unit_twice() {
        try (var one = new RedisTestStores(RedisTestStores.config(2))) {
            one.holds().prepare(supply(10, 2));
            var moves = new UnitMoves(one.link());
            var look = moves.look(OFFER).orElseThrow();
            var sent = moves.gather(OFFER, look, 1, 3).getFirst();

            moves.land(OFFER, sent);
            moves.land(OFFER, sent);
            assertEquals(10, moves.look(OFFER).orElseThrow().free());
            one.holds().prepare(supply(10, 2));
            moves.land(OFFER, sent);

            assertEquals(new Store(10, 10, 0, 0), one.holds().balance(OFFER).orElseThrow());
            assertEquals(5, moves.look(OFFER).orElseThrow().free(1));
        }
    }
}
