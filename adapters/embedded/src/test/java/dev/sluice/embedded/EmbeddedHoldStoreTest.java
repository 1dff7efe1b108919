package dev.sluice.embedded;

import dev.sluice.contracts.HoldStoreContract;
import dev.sluice.contracts.HoldStoreLineContract;
import dev.sluice.contracts.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedHoldStoreTest implements HoldStoreContract, HoldStoreLineContract {

    @TempDir Path folder;

    @Override
    public TestEngine open() {
        return openWithBacklogOf(10_000);
    }

    @Override
    public TestEngine openWithBacklogOf(int max) {
        return new EmbeddedTestEngine(folder, new EmbeddedConfig(max, Duration.ofSeconds(20)));
    }
}
