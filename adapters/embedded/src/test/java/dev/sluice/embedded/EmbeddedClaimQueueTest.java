package dev.sluice.embedded;

import dev.sluice.contracts.ClaimQueueContract;
import dev.sluice.contracts.ClaimQueueLineContract;
import dev.sluice.contracts.TestEngine;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedClaimQueueTest implements ClaimQueueContract, ClaimQueueLineContract {

    @TempDir Path folder;

    @Override
    public TestEngine open() {
        return new EmbeddedTestEngine(folder, new EmbeddedConfig(10_000, Duration.ofSeconds(20)));
    }
}
