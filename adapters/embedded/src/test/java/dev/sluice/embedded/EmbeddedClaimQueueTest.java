package dev.sluice.embedded;

import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.OTHER_OFFER;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.claimsOf;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.contracts.ClaimQueueClockContract;
import dev.sluice.contracts.ClaimQueueContract;
import dev.sluice.contracts.ClaimQueueLineContract;
import dev.sluice.contracts.ClaimQueueTurnsContract;
import dev.sluice.contracts.HoldSamples;
import dev.sluice.contracts.TestStores;
import dev.sluice.port.Supply;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedClaimQueueTest
        implements ClaimQueueContract,
                ClaimQueueLineContract,
                ClaimQueueTurnsContract,
                ClaimQueueClockContract {

    @TempDir Path folder;

    @Override
    public TestStores open() {
        return new EmbeddedTestStores(folder, new EmbeddedConfig(10_000, Duration.ofSeconds(20)));
    }

    @Test
    void two_hot_offers_have_equal_shares() throws Exception {
        try (var stores = open()) {
            for (var offer : List.of(OFFER, OTHER_OFFER)) {
                stores.holds().prepare(new Supply(offer, 1_000, 2, List.of(), Map.of()));
                for (int i = 0; i < 100; i++) {
                    stores.holds().reserve(List.of(claim(offer, "buyer-" + i, 1)));
                }
            }
            for (int i = 0; i < 10; i++) {
                var batch = claimsOf(stores.queue().take(20, HoldSamples.SOON));
                assertEquals(10, batch.stream().filter(c -> c.offer().equals(OFFER)).count());
                assertEquals(20, batch.size());
            }
        }
    }
}
