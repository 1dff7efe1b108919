package dev.sluice.embedded;

import dev.sluice.contracts.HoldSamples;
import dev.sluice.contracts.TestStores;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.HoldStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// Embedded stores with a clock of their own. A crash is a copy of their files as they are at that
/// moment, which is what a kill leaves behind.
final class EmbeddedTestStores implements TestStores {

    private final Path root;
    private final EmbeddedConfig config;
    private volatile Instant now = HoldSamples.NOON;
    private int copies;
    private Path folder;
    private EmbeddedStores stores;

    EmbeddedTestStores(Path root, EmbeddedConfig config) {
        try {
            this.root = Files.createTempDirectory(root, "stores");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.config = config;
        folder = this.root.resolve("0");
        stores = open();
    }

    Path folder() {
        return folder;
    }

    EmbeddedStores stores() {
        return stores;
    }

    @Override
    public HoldStore holds() {
        return stores.holds();
    }

    @Override
    public ClaimQueue queue() {
        return stores.queue();
    }

    @Override
    public Instant now() {
        return now;
    }

    @Override
    public void pass(Duration duration) {
        now = now.plus(duration);
    }

    @Override
    public void restart() {
        stores.close();
        stores = open();
    }

    @Override
    public void crash() {
        var copy = root.resolve("" + ++copies);
        try {
            Files.createDirectories(copy);
            for (var name : List.of("claims.db", "claims.db-wal")) {
                var file = folder.resolve(name);
                if (Files.exists(file)) Files.copy(file, copy.resolve(name));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        stores.close();
        folder = copy;
        stores = open();
    }

    @Override
    public void close() {
        stores.close();
    }

    private EmbeddedStores open() {
        return new EmbeddedStores(folder, config, () -> now);
    }
}
