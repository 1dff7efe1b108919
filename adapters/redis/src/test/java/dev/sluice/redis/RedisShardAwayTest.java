package dev.sluice.redis;

import static dev.sluice.contracts.HoldSamples.A_MOMENT;
import static dev.sluice.contracts.HoldSamples.claims;
import static dev.sluice.contracts.HoldSamples.claimsOf;
import static dev.sluice.contracts.HoldSamples.supply;
import static dev.sluice.contracts.HoldSamples.take;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Soon;
import dev.sluice.port.Unavailable;
import dev.sluice.redis.claim.Places;
import dev.sluice.sale.Claim;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// One shard of several is not there.
class RedisShardAwayTest {

    @Test
    void a_shard_that_is_away_keeps_no_other_from_giving_back_and_taking() throws Exception {
        try (var one = new RedisTestStores(RedisTestStores.config(2))) {
            one.holds().prepare(supply(100, 2));
            one.holds().reserve(claims(40));
            var taken = take(one.queue(), 40);
            var spared = new HashSet<Claim>();
            for (var delivery : taken) {
                if (Places.shard(delivery.sequence(), 2) == 1) spared.add(delivery.claim());
            }
            assertTrue(!spared.isEmpty() && spared.size() < 40);
            var away = one.link().lane(0);
            away.close();

            one.queue().giveBack(taken);

            one.queue().check();
            var again = new HashSet<Claim>();
            Soon.until("the others are taken again", () -> takeMore(one, again) == spared.size());
            assertEquals(spared, again);
            away.open();
            Soon.until("all are taken again", () -> takeMore(one, again) == 40);
        }
    }

    private static int takeMore(RedisTestStores stores, Set<Claim> taken) {
        try {
            taken.addAll(claimsOf(stores.queue().take(40, A_MOMENT)));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } catch (Unavailable none) {
            assertTrue(none.getMessage().contains("shard 0"), none.getMessage());
        }
        return taken.size();
    }
}
