package dev.sluice.bench;

import dev.sluice.process.Launch;
import dev.sluice.process.ServerProcess;
import dev.sluice.process.ServerProcess.Place;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

/// Starts the servers, runs the load and says how far it is. One server is up at a time, so that
/// none takes the cores from another. Only the main thread uses it.
final class Lab implements AutoCloseable {
    private static final double RATE_GUESS = 150_000;
    private static final int SYNC_SECONDS_MAX = 60;

    /// What one measured run of wrk gave.
    ///
    /// @param cpuMicros of the server, per answer
    record Measured(WrkResult result, double cpuMicros) {
        Figure figure(List<String> faults, List<String> notes) {
            var cpu = OptionalDouble.of(cpuMicros);
            return new Figure(result.perSecond(), result.latency(), cpu, faults, notes);
        }
    }

    private final Options options;
    private final Path folder;
    private final PrintStream out;
    private final Wrk wrk;
    private final Children children = new Children();
    private final SecureRandom random = new SecureRandom();
    private final long startNanos = System.nanoTime();
    private int files;

    /// @param folder for data and requests, on a real disk, since part of the work is to reach it
    Lab(Options options, Path folder, PrintStream out) throws IOException {
        this.options = options;
        this.folder = folder;
        this.out = out;
        this.wrk = new Wrk(folder, children);
        // Also when the run is interrupted.
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(this::close));
    }

    Options options() {
        return options;
    }

    void say(String what) {
        long seconds = Duration.ofNanos(System.nanoTime() - startNanos).toSeconds();
        out.printf(Locale.ROOT, "%4ds  %s%n", seconds, what);
    }

    /// A name in the folder of this run that nothing has yet.
    Path newFile(String name) {
        return folder.resolve(++files + "-" + name);
    }

    ServerProcess startBare() throws IOException, InterruptedException {
        var launch = launch(BareServer.class.getName(), List.of(ServerProcess.PORT), Map.of());
        return start("The bare server", launch, newFile("bare"));
    }

    ServerProcess startTwin(List<String> arguments) throws IOException, InterruptedException {
        var all = new ArrayList<>(List.of(ServerProcess.PORT));
        all.addAll(arguments);
        var launch = launch(PlainTwin.class.getName(), all, Map.of());
        return start("The plain twin", launch, newFile("twin"));
    }

    /// Sluice in its embedded profile, with a new and empty data folder.
    Sluice startSluice() throws IOException, InterruptedException {
        return startSluice(Map.of());
    }

    /// Sluice with these settings, by their names.
    Sluice startSluice(Map<String, String> settings) throws IOException, InterruptedException {
        var bytes = new byte[24];
        random.nextBytes(bytes);
        var key = HexFormat.of().formatHex(bytes);
        var folder = newFile("sluice");
        var arguments = new ArrayList<>(List.of("run", "--port", ServerProcess.PORT));
        arguments.addAll(List.of("--data", folder.resolve("data").toString()));
        arguments.addAll(List.of("--no-demo", "--rehearsal"));
        var environment = new HashMap<String, String>();
        settings.forEach((name, value) -> environment.put(variable(name), value));
        environment.put("SLUICE_OPERATOR_KEY", key);
        var launch = launch(ServerProcess.SLUICE, arguments, environment);
        var server = start("Sluice", launch, folder);
        return new Sluice(server, new Operator(server, key));
    }

    /// Waits until everything written so far is on disk. What was prepared before a run is not part
    /// of what the run measures, and the system would else write it down in the middle of it.
    void restDisk() throws IOException, InterruptedException {
        var sync = new ProcessBuilder("sync").redirectInput(Children.nothing());
        var process = children.start(sync.redirectOutput(Redirect.DISCARD));
        if (!process.waitFor(SYNC_SECONDS_MAX, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new BenchFailure("the disk did not come to rest in " + SYNC_SECONDS_MAX + " s");
        }
    }

    /// A few seconds of load; answers how much was done per second.
    interface Round {
        double run(Duration duration) throws IOException, InterruptedException;
    }

    /// Runs rounds without measuring until the server's code is compiled, and returns the rate of
    /// the last one.
    double warmUp(Round round) throws IOException, InterruptedException {
        var warmth = new Warmth();
        double rate;
        do {
            rate = round.run(options.warmUpRound());
        } while (!warmth.isReached(rate));
        return rate;
    }

    double warmUp(Wrk.Load load) throws IOException, InterruptedException {
        return warmUp(duration -> wrk.run(load, duration).perSecond());
    }

    WrkResult run(Wrk.Load load, Duration duration) throws IOException, InterruptedException {
        return wrk.run(load, duration);
    }

    Measured measure(ServerProcess server, Wrk.Load load) throws IOException, InterruptedException {
        var before = server.cpuTime();
        var result = wrk.run(load, options.measured());
        var used = server.cpuTime().minus(before);
        return new Measured(result, used.toNanos() / 1e3 / Math.max(1, result.answered()));
    }

    /// What the claims in a run may come to at most per second: what the bare server answered.
    double rateMax(Figures figures) {
        double before = figures.rate(Line.BARE_CLAIM_BEFORE).orElse(0);
        return before == 0 ? RATE_GUESS : before;
    }

    /// Records the server while the work runs, if the options ask for it.
    FlightRecording record(ServerProcess server, String name) throws IOException {
        return FlightRecording.start(children, server.pid(), name, options.flightRecordings());
    }

    void sayFigure(Line line, Figure figure) {
        say(
                String.format(
                        Locale.ROOT,
                        "%-23s  %,9.0f/s  %s",
                        line.label(),
                        figure.perSecond(),
                        line.what()));
        for (var fault : figure.faults()) say("     INVALID: " + fault);
    }

    @Override
    public void close() {
        children.close();
        if (!Files.exists(folder)) return;
        try (var paths = Files.walk(folder)) {
            for (var path : paths.toList().reversed()) Files.deleteIfExists(path);
        } catch (IOException e) {
            say("could not remove " + folder + ": " + e.getMessage());
        }
    }

    /// Runs a short command to its end, and returns how it ended. What it says goes to the file.
    int runCommand(ProcessBuilder builder, Path said, Duration longest)
            throws IOException, InterruptedException {
        builder.redirectErrorStream(true).redirectOutput(said.toFile());
        var process = children.start(builder.redirectInput(Children.nothing()));
        if (process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) return process.exitValue();
        process.destroyForcibly();
        throw new BenchFailure(
                "'%s' did not end within %d s"
                        .formatted(String.join(" ", builder.command()), longest.toSeconds()));
    }

    /// The environment variable of a setting.
    private static String variable(String setting) {
        return setting.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_');
    }

    /// With the JVM options that the bench itself was started with.
    private static Launch launch(
            String mainClass, List<String> arguments, Map<String, String> environment) {
        var options = new ArrayList<String>();
        for (var option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            // A recording or an agent of the bench would collide with that of the server.
            boolean ownOnly =
                    option.startsWith("-XX:StartFlightRecording") || option.startsWith("-agent");
            if (!ownOnly) options.add(option);
        }
        var classPath = System.getProperty("java.class.path");
        return new Launch(classPath, options, mainClass, arguments, environment);
    }

    private ServerProcess start(String name, Launch launch, Path folder)
            throws IOException, InterruptedException {
        var place = new Place(name, folder, ServerProcess.freePort(random));
        return ServerProcess.start(launch, place, InstantSource.system(), children::start);
    }
}
