package dev.sluice.bench;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The command `./sluice bench`.
final class Main {
    private static final int VALID = 0;
    private static final int INVALID = 1;
    private static final int COULD_NOT_RUN = 2;

    /// Libraries that `hold` and `order` use, whose notices of coming and going are of no interest.
    /// Kept here, since a logger that nobody keeps forgets its level.
    private static final List<Logger> CHATTY =
            List.of(Logger.getLogger("com.zaxxer.hikari"), Logger.getLogger("io.lettuce.core"));

    private final Options options;
    private final Path root;

    private Main(Options options, Path root) {
        this.options = options;
        this.root = root;
    }

    public static void main(String[] arguments) {
        for (var logger : CHATTY) logger.setLevel(Level.SEVERE);
        System.exit(run(List.of(arguments)));
    }

    private static int run(List<String> arguments) {
        if (arguments.contains("--help")) {
            System.out.print(Options.HELP);
            return VALID;
        }
        try {
            var options = Options.parse(arguments);
            if (!Wrk.isInstalled()) {
                throw new BenchFailure(
                        "wrk not found: install it (apt-get install wrk) and try again");
            }
            return new Main(options, root()).bench(String.join(" ", arguments));
        } catch (BenchFailure | IOException | URISyntaxException e) {
            System.err.println("sluice bench: " + e.getMessage());
            return COULD_NOT_RUN;
        } catch (InterruptedException e) {
            System.err.println("sluice bench: interrupted");
            return COULD_NOT_RUN;
        }
    }

    private int bench(String arguments) throws IOException, InterruptedException {
        var target = root.resolve("bench/target");
        Files.createDirectories(target);
        var figures = new Figures();
        try (var lab = new Lab(options, Files.createTempDirectory(target, "run-"), System.out)) {
            var services = new Services(lab, root);
            if (!options.profiles().isEmpty()) services.check(options.servers());
            measure(lab, figures);
            if (!options.profiles().isEmpty()) measureManyNodes(lab, figures, services);
        }
        var command = "./sluice bench" + (arguments.isEmpty() ? "" : " " + arguments);
        var report = new Report(figures, Machine.here(), command, Instant.now());
        System.out.println();
        System.out.print(report.text());
        System.out.println();
        publish(report);
        if (figures.areValid()) return VALID;
        System.out.println("INVALID: see above which figure and why; do not use it.");
        return INVALID;
    }

    /// The bare server comes first and last, since machines drift.
    private void measure(Lab lab, Figures figures) throws IOException, InterruptedException {
        var neighbours = new Neighbours(lab, figures);
        if (options.asksFor(Part.BARE)) {
            neighbours.measureBare(Line.BARE_CLAIM_BEFORE, Line.BARE_READ_BEFORE);
        }
        if (options.asksFor(Part.REFUSAL)) new Refusals(lab, figures).measure();
        if (options.asksFor(Part.CLAIM)) new Acceptances(lab, figures).measure();
        if (options.asksFor(Part.SETTLEMENT)) new Settling(lab, figures).measure();
        if (options.asksFor(Part.READ)) new Reads(lab, figures).measure();
        if (options.asksFor(Part.CLAIM_TWIN)) neighbours.measureTwin();
        if (options.asksFor(Part.BARE)) {
            neighbours.measureBare(Line.BARE_CLAIM_AFTER, Line.BARE_READ_AFTER);
        }
    }

    private void measureManyNodes(Lab lab, Figures figures, Services services)
            throws IOException, InterruptedException {
        if (options.asksFor(Part.HOLD)) new Coalescing(lab, figures, services).measure();
        if (options.asksFor(Part.ORDER)) {
            var batching = new Batching(lab, figures, services);
            for (var server : options.bookServers()) batching.measure(server);
        }
        if (options.asksFor(Part.CLAIM_SHARED)) {
            if (!options.asksFor(Part.CLAIM)) new Acceptances(lab, figures).measurePeak();
            var nodes = new NodeClaims(lab, figures, services);
            for (var profile : options.profiles()) nodes.measure(profile);
        }
    }

    private void publish(Report report) throws IOException {
        var json = options.json().orElse(root.resolve("bench/target/bench.json"));
        if (json.toAbsolutePath().getParent() != null) {
            Files.createDirectories(json.toAbsolutePath().getParent());
        }
        Files.writeString(json, report.json().encodePrettily() + "\n");
        System.out.println("The figures are in " + json);
        boolean valid = report.figures().areValid();
        if (valid && options.isComplete()) {
            rewrite(MeasuredBlock.ONE_NODE, report.markdown(false));
        }
        if (valid && options.isCompleteOnManyNodes()) {
            rewrite(MeasuredBlock.MANY_NODES, report.markdown(true));
        }
        if (!valid || !options.isComplete() && !options.isCompleteOnManyNodes()) {
            System.out.println(
                    "The tables in docs/performance.md are left as they are: this run was not"
                            + " complete and valid");
        }
    }

    private void rewrite(MeasuredBlock block, String measured) throws IOException {
        var page = root.resolve("docs/performance.md");
        Files.writeString(page, block.rewrite(Files.readString(page), measured));
        System.out.println("The table '" + block.title() + "' in " + page + " is up to date");
    }

    /// The folder of the repository: the one above this class that has the bench's build file.
    private static Path root() throws URISyntaxException {
        var code = Main.class.getProtectionDomain().getCodeSource().getLocation().toURI();
        for (var folder = Path.of(code); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("bench/pom.xml"))) return folder;
        }
        throw new BenchFailure("run it from its repository, as ./sluice bench");
    }
}
