package dev.sluice.rehearsal.backstage;

import dev.sluice.process.Launch;
import dev.sluice.process.ServerProcess;
import dev.sluice.process.ServerProcess.Place;
import dev.sluice.rehearsal.scenario.RehearsalFailure;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/// A private Sluice: a process of its own with an empty data folder, which both go when this is
/// closed. It can be killed in mid-sale and comes back at the same address with the same data.
///
/// Safe for all threads.
public final class PrivateSluice implements AutoCloseable {

    /// Proofs of work are cheap, and a whole crowd may ask at once, since its buyers would bring
    /// machines of their own.
    private static final Map<String, String> SETTINGS =
            Map.of(
                    "SLUICE_CHALLENGE_WORK_BITS", "8",
                    "SLUICE_LIMITS_CHALLENGE_NODE", "100000/100000",
                    "SLUICE_LIMITS_PASS_NODE", "100000/100000");

    /// What one is made of.
    ///
    /// @param classPath with the server
    /// @param folder new and empty, for data and log
    /// @param settings environment variables beyond those of every private Sluice
    public record Setup(
            String classPath,
            List<String> jvmOptions,
            String operatorKey,
            Path folder,
            Map<String, String> settings) {

        public Setup(String classPath, List<String> jvmOptions, String operatorKey, Path folder) {
            this(classPath, jvmOptions, operatorKey, folder, Map.of());
        }

        private Launch launch() {
            var all = new HashMap<>(SETTINGS);
            all.putAll(settings);
            all.put("SLUICE_OPERATOR_KEY", operatorKey);
            var data = folder.resolve("data").toString();
            var port = ServerProcess.PORT;
            return new Launch(
                    classPath,
                    jvmOptions,
                    ServerProcess.SLUICE,
                    List.of("run", "--port", port, "--data", data, "--no-demo", "--rehearsal"),
                    all);
        }
    }

    private final ServerProcess process;
    private final Path folder;

    private PrivateSluice(ServerProcess process, Path folder) {
        this.process = process;
        this.folder = folder;
    }

    /// Returns when it is ready.
    public static PrivateSluice start(Setup setup, InstantSource clock, RandomGenerator random)
            throws InterruptedException {
        try {
            int port = ServerProcess.freePort(random);
            var place = new Place("The private Sluice", setup.folder, port);
            var process = ServerProcess.start(setup.launch(), place, clock);
            return new PrivateSluice(process, setup.folder);
        } catch (IOException e) {
            remove(setup.folder);
            throw failure(e);
        } catch (InterruptedException e) {
            remove(setup.folder);
            throw e;
        }
    }

    public URI address() {
        return process.address();
    }

    long pid() {
        return process.pid();
    }

    /// How often it was killed so far.
    public int kills() {
        return process.kills();
    }

    /// The end that nothing can prepare for, and a new beginning. Returns when it is ready again.
    public void killAndRestart() throws InterruptedException {
        try {
            process.killAndRestart();
        } catch (IOException e) {
            throw failure(e);
        }
    }

    /// Fails when it has ended by itself, with the end of its log.
    public void requireAlive() {
        try {
            process.requireAlive();
        } catch (IOException e) {
            throw failure(e);
        }
    }

    @Override
    public void close() {
        process.close();
        remove(folder);
    }

    private static RehearsalFailure failure(IOException e) {
        return new RehearsalFailure(e.getMessage(), e);
    }

    private static void remove(Path folder) {
        if (!Files.exists(folder)) return;
        try (var paths = Files.walk(folder)) {
            for (var path : paths.toList().reversed()) Files.deleteIfExists(path);
        } catch (IOException e) {
            System.err.println("sluice rehearse: could not remove " + folder);
        }
    }
}
