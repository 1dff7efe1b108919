package dev.sluice.embedded;

import dev.sluice.contracts.HoldSamples;
import dev.sluice.contracts.TestEngine;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.HoldStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// An embedded engine with a clock of its own. A crash is a copy of its files as they are at that
/// moment, which is what a kill leaves behind.
final class EmbeddedTestEngine implements TestEngine {

    private final Path root;
    private final EmbeddedConfig config;
    private volatile Instant now = HoldSamples.NOON;
    private int copies;
    private Path folder;
    private EmbeddedEngine engine;

    EmbeddedTestEngine(Path root, EmbeddedConfig config) {
        try {
            this.root = Files.createTempDirectory(root, "engine");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.config = config;
        folder = this.root.resolve("0");
        engine = open();
    }

    Path folder() {
        return folder;
    }

    EmbeddedEngine engine() {
        return engine;
    }

    @Override
    public HoldStore holds() {
        return engine.holds();
    }

    @Override
    public ClaimQueue queue() {
        return engine.queue();
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
        engine.close();
        engine = open();
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
        engine.close();
        folder = copy;
        engine = open();
    }

    @Override
    public void close() {
        engine.close();
    }

    private EmbeddedEngine open() {
        return new EmbeddedEngine(folder, config, () -> now);
    }
}
