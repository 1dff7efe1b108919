package dev.sluice.server;

import dev.sluice.server.audit.AuditCommand;
import dev.sluice.server.config.StartFailure;
import dev.sluice.server.config.Suggestion;
import dev.sluice.server.config.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.logging.LogManager;

/// The command line. Only this class asks the machine for time and chance.
public final class Main {

    private static final Duration STOP_MAX = Duration.ofSeconds(8);

    private static final String HELP =
            """
            Sluice sells a limited stock to a crowd that arrives at one instant.

              sluice run [options]      starts the server; sluice run --help lists its settings
              sluice audit [options]    replays the ledger offline and checks every unit
              sluice help               shows this
              sluice --version          shows the version
            """;

    private static final String RUN_HELP =
            """
            sluice run [options]

            A setting is an option, an environment variable, or a line in the file that --config
            names, in this order. sluice.server.port is SLUICE_SERVER_PORT in the environment.

            """;

    private Main() {}

    public static void main(String[] arguments) {
        configureLogging();
        try {
            command(Arrays.asList(arguments));
        } catch (StartFailure failure) {
            System.err.println("sluice: " + failure.getMessage());
            System.exit(2);
        }
    }

    private static void command(List<String> arguments) {
        var command = arguments.isEmpty() ? "help" : arguments.getFirst();
        var options = arguments.isEmpty() ? arguments : arguments.subList(1, arguments.size());
        switch (command) {
            case "run" -> run(options);
            case "audit" -> System.exit(AuditCommand.run(options, System.getenv(), System.out));
            case "help", "--help", "-h" -> System.out.print(HELP);
            case "--version", "version" -> System.out.println("Sluice " + version());
            default ->
                    throw new StartFailure(
                            "There is no command %s.%s See: sluice help"
                                    .formatted(command, nearest(command)));
        }
    }

    private static void run(List<String> options) {
        if (options.contains("--help") || options.contains("-h")) {
            System.out.print(RUN_HELP + CommandLine.table());
            return;
        }
        var settings = CommandLine.settings(options, System.getenv());
        var world = new World(InstantSource.system(), new SecureRandom(), System::nanoTime);
        var sluice = new Sluice(settings, world);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(sluice::close), "stop"));
        sluice.start();
        sluice.operatorKeyNote().ifPresent(System.out::println);
        System.out.println("Sluice is ready: http://localhost:" + sluice.port());
    }

    /// What is acknowledged is on disk or elsewhere by then, so nobody waits for a part that hangs.
    static void stop(Runnable close) {
        try {
            if (Thread.ofPlatform().daemon().name("close").start(close).join(STOP_MAX)) return;
            System.err.println("Sluice ends without waiting for a part that hangs.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String nearest(String command) {
        return Suggestion.of(command, List.of("run", "audit", "help", "--version"));
    }

    private static String version() {
        return Optional.ofNullable(Main.class.getPackage().getImplementationVersion())
                .orElse("in development");
    }

    private static void configureLogging() {
        try (var file = Main.class.getResourceAsStream("/logging.properties")) {
            LogManager.getLogManager().readConfiguration(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
