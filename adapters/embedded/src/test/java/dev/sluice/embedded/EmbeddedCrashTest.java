package dev.sluice.embedded;

import static dev.sluice.contracts.HoldSamples.takeAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.Supply;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Kills a real process in mid-sale, several times over the same files.
class EmbeddedCrashTest {

    private static final int KILLS = 4;

    private final RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(11);
    private final Set<Long> held = new HashSet<>();
    private final Set<Long> parked = new HashSet<>();

    @TempDir Path folder;

    @Test
    void every_claim_that_was_answered_is_there_after_a_kill() throws Exception {
        for (int kill = 0; kill < KILLS; kill++) {
            int before = held.size();
            runAndKill(kill * 10_000_000L + 1);
            assertTrue(held.size() > before, "nothing was held before the kill");
            check();
        }
    }

    private void runAndKill(long firstId) throws IOException, InterruptedException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process =
                new ProcessBuilder(
                                java,
                                "--enable-native-access=ALL-UNNAMED",
                                "-XX:TieredStopAtLevel=1",
                                // A process that is killed leaves its temporary files.
                                "-Djava.io.tmpdir=" + folder,
                                "-cp",
                                System.getProperty("java.class.path"),
                                CrashingBuyer.class.getName(),
                                folder.toString(),
                                "" + firstId)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (var lines = process.inputReader()) {
            int linesUntilKill = 1 + random.nextInt(300);
            int count = 0;
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                note(line);
                // By its handle, which leaves open what it has printed and we have not read yet.
                if (++count == linesUntilKill) process.toHandle().destroyForcibly();
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    private void note(String line) {
        if (!line.endsWith(CrashingBuyer.END)) return;
        var words = line.split(" ");
        for (int i = 1; i < words.length - 1; i++) {
            (words[0].equals("held") ? held : parked).add(Long.parseLong(words[i]));
        }
    }

    private void check() throws InterruptedException {
        var clock = InstantSource.fixed(CrashingBuyer.START);
        try (var stores = new EmbeddedStores(folder, EmbeddedConfig.DEFAULTS, clock)) {
            var offer = CrashingBuyer.OFFER;
            stores.holds().prepare(new Supply(offer, CrashingBuyer.STOCK, 1, List.of(), Map.of()));
            long depth = stores.queue().depth();
            var setAside = new HashSet<Long>();
            for (var claim : stores.queue().parked(1_000_000)) {
                setAside.add(claim.claim().id().value());
            }
            var there = new HashSet<>(setAside);
            for (var delivery : takeAll(stores.queue())) there.add(delivery.claim().id().value());

            assertTrue(there.containsAll(held));
            assertTrue(setAside.containsAll(parked));
            assertEquals(depth, there.size());
            assertEquals(depth, stores.holds().balance(offer).orElseThrow().held());
        }
    }
}
