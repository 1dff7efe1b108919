package dev.sluice.rehearsal;

import dev.sluice.rehearsal.Rehearsal.Ended;
import dev.sluice.rehearsal.backstage.Api;
import dev.sluice.rehearsal.backstage.Operator;
import dev.sluice.rehearsal.backstage.PrivateSluice;
import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.report.Report;
import dev.sluice.rehearsal.scenario.Original;
import dev.sluice.rehearsal.scenario.RehearsalFailure;
import dev.sluice.rehearsal.scenario.Scenario;
import dev.sluice.rehearsal.scenario.Scenarios;
import dev.sluice.rehearsal.scenario.Values;
import dev.sluice.rehearsal.terminal.TerminalView;
import dev.sluice.rehearsal.terminal.VerdictText;
import dev.sluice.rehearsal.verdict.Checks;
import dev.sluice.rehearsal.verdict.Verdict;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The command `./sluice rehearse`. Only this class asks the machine for time and chance.
public final class Main {
    private static final int KEPT = 0;
    private static final int BROKEN = 1;
    private static final int COULD_NOT_RUN = 2;

    private static final String JAR = "sluice.jar";
    private static final String SERVER_OPTIONS = "sluice.java-options";
    private static final int KEY_BYTES = 24;
    private static final int SEED_MAX = 1_000_000_000;

    /// How long an interrupted rehearsal may take to write its report.
    private static final Duration LAST_WORDS_MAX = Duration.ofMinutes(2);

    private final SecureRandom random = new SecureRandom();
    private final InstantSource clock = steadyClock();
    private final CountDownLatch finished = new CountDownLatch(1);
    private final Options options;
    private final Scenario scenario;
    private final PrintStream out;

    private Main(Options options, Scenario scenario, PrintStream out) {
        this.options = options;
        this.scenario = scenario;
        this.out = out;
    }

    public static void main(String[] arguments) {
        // Marks are no letters of every locale, but every terminal of today shows them.
        var out =
                new PrintStream(
                        new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.exit(run(List.of(arguments), System.getenv(), out, System.err));
    }

    static int run(
            List<String> arguments,
            Map<String, String> environment,
            PrintStream out,
            PrintStream err) {
        if (arguments.contains("--help") || arguments.contains("-h")) {
            out.print(Options.HELP);
            return KEPT;
        }
        try {
            var options = Options.parse(arguments, environment);
            int seed = new SecureRandom().nextInt(1, SEED_MAX);
            var scenario = options.applyTo(Scenarios.find(options.scenario(), seed));
            return new Main(options, scenario, out).rehearse();
        } catch (RehearsalFailure e) {
            err.println("sluice rehearse: " + e.getMessage());
        } catch (InterruptedException e) {
            err.println("sluice rehearse: interrupted");
        }
        return COULD_NOT_RUN;
    }

    private int rehearse() throws InterruptedException {
        prepareReport();
        if (options.urls().isEmpty()) announce(scenario);
        try {
            var server =
                    options.urls().isEmpty()
                            ? Optional.of(startServer())
                            : Optional.<Private>empty();
            try {
                return rehearse(server);
            } catch (RehearsalFailure e) {
                server.ifPresent(each -> each.process().requireAlive());
                throw e;
            } finally {
                server.ifPresent(each -> each.process().close());
            }
        } finally {
            finished.countDown();
        }
    }

    /// @param key of its operator
    private record Private(PrivateSluice process, String key) {}

    private int rehearse(Optional<Private> server) throws InterruptedException {
        var nodes = server.map(s -> List.of(s.process().address())).orElse(options.urls());
        var key = server.map(Private::key).or(options::key).orElseThrow();
        try (var operator = new Operator(new Api(nodes, key, clock), clock)) {
            operator.check();
            var played = played(operator);
            if (server.isEmpty()) announce(played);
            var rehearsal =
                    new Rehearsal(
                            played,
                            operator,
                            server.map(Private::process),
                            options.killEvery(),
                            clock,
                            System::nanoTime);
            var ended = playVisibly(rehearsal);
            var findings = new ArrayList<>(Checks.judge(ended.run()).findings());
            findings.addAll(ended.extra());
            return conclude(ended.run(), new Verdict(findings));
        }
    }

    private Ended playVisibly(Rehearsal rehearsal) throws InterruptedException {
        var hook = new Thread(() -> interrupt(rehearsal), "rehearsal-interrupt");
        Runtime.getRuntime().addShutdownHook(hook);
        boolean terminal = isTerminal();
        // A line of its own, for programs; among lines that are drawn in place it would be in the
        // way.
        if (!terminal) rehearsal.onSale(sale -> out.println("Sale " + sale));
        try (var _ = new TerminalView(rehearsal::snapshot, terminal, out)) {
            return rehearsal.play();
        }
    }

    private static boolean isTerminal() {
        var console = System.console();
        return console != null && console.isTerminal();
    }

    /// On Ctrl-C the machine waits for this, and this for the report.
    private void interrupt(Rehearsal rehearsal) {
        rehearsal.interrupt();
        try {
            boolean done = finished.await(LAST_WORDS_MAX.toMillis(), TimeUnit.MILLISECONDS);
            if (!done) System.err.println("sluice rehearse: the report did not come in time");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int conclude(Run run, Verdict verdict) {
        out.println();
        if (run.interrupted()) out.println("Interrupted: this is what was seen until then.");
        out.print(VerdictText.of(verdict));
        try {
            Report.write(run, verdict, options.report());
        } catch (IOException e) {
            throw new RehearsalFailure("--report: it cannot be written: " + e.getMessage(), e);
        }
        out.println("Report: " + options.report().resolve("report.html"));
        return verdict.holds() ? KEPT : BROKEN;
    }

    private Scenario played(Operator operator) throws InterruptedException {
        if (options.sale().isEmpty()) return scenario;
        var original = operator.findOriginal(options.sale().get());
        return original.playedBy(scenario, options.units());
    }

    private void announce(Scenario scenario) {
        out.printf(
                Locale.ROOT,
                "Rehearsal %s, seed %d%n  %s%n",
                scenario.name(),
                scenario.seed(),
                scenario.about());
        out.printf(
                Locale.ROOT,
                "  %,d buyers arrive within %s (%s), %s units, the sale lasts %s%n",
                scenario.buyers(),
                Values.words(scenario.arriveWithin()),
                Values.word(scenario.arrival()),
                String.join(" and ", scenario.units().stream().map("%,d"::formatted).toList()),
                Values.words(scenario.lasts()));
        scenario.original().ifPresent(this::announce);
    }

    private void announce(Original original) {
        out.printf(
                "  A copy of the sale %s, %s: its own stock is not touched%n",
                original.saleId(), Values.quoted(original.title()));
        if (original.isMath()) {
            out.println("  It asks for a sum in a picture, and the copy for a proof of work");
        }
    }

    /// Before the crowd comes: what it shows should not get lost.
    private void prepareReport() {
        var folder = options.report();
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw cannotWrite(folder);
        }
        if (!Files.isWritable(folder)) throw cannotWrite(folder);
    }

    private static RehearsalFailure cannotWrite(Path folder) {
        return new RehearsalFailure(
                "--report must be a folder that can be written, was "
                        + Values.quoted(folder.toString()));
    }

    private Private startServer() throws InterruptedException {
        var jar = System.getProperty(JAR);
        if (jar == null) {
            throw new RehearsalFailure(
                    "there is no server to start: run it as ./sluice rehearse, or give --url");
        }
        var bytes = new byte[KEY_BYTES];
        random.nextBytes(bytes);
        var key = HexFormat.of().formatHex(bytes);
        var jvmOptions = System.getProperty(SERVER_OPTIONS, "").strip();
        try {
            var setup =
                    new PrivateSluice.Setup(
                            jar,
                            jvmOptions.isEmpty() ? List.of() : List.of(jvmOptions.split("\\s+")),
                            key,
                            Files.createTempDirectory("sluice-rehearsal-"));
            return new Private(PrivateSluice.start(setup, clock, random), key);
        } catch (IOException e) {
            throw new RehearsalFailure(
                    "there is no room for a private Sluice: " + e.getMessage(), e);
        }
    }

    /// The machine's time, which does not jump while the rehearsal runs.
    private static InstantSource steadyClock() {
        var start = Instant.now();
        long zero = System.nanoTime();
        return () -> start.plusNanos(System.nanoTime() - zero);
    }
}
