package dev.sluice.embedded;

import dev.sluice.contracts.HoldStoreContract;
import dev.sluice.contracts.HoldStoreLineContract;
import dev.sluice.contracts.TestStores;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedHoldStoreTest implements HoldStoreContract, HoldStoreLineContract {

    @TempDir Path folder;

    @Override
    public TestStores open() {
        return openWithBacklogOf(10_000);
    }

    @Override
    public TestStores openWithBacklogOf(int max) {
        return new EmbeddedTestStores(folder, new EmbeddedConfig(max, Duration.ofSeconds(20)));
    }
}
