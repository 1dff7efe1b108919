package dev.sluice.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Runs wrk, the closed-loop load generator: one thread and 128 connections, each of which sends
/// its next request when the answer to the last one is there.
final class Wrk {
    static final int CONNECTIONS = 128;

    private static final Duration SPARE = Duration.ofSeconds(20);
    private static final Duration ANSWER_MAX = Duration.ofSeconds(10);

    /// What is sent: the requests of a file up to its end, or the same `GET` of the address all the
    /// time.
    ///
    /// @param again whether the file may be sent more than once
    record Load(URI address, Optional<RequestFile> requests, boolean again) {
        static Load reads(URI address) {
            return new Load(address, Optional.empty(), true);
        }

        static Load claimsAgain(URI address, RequestFile requests) {
            return new Load(address, Optional.of(requests), true);
        }

        static Load claimsOnce(URI address, RequestFile requests) {
            return new Load(address, Optional.of(requests), false);
        }
    }

    private final Children children;
    private final Path claims;
    private final Path reads;

    /// Writes the scripts into the folder.
    Wrk(Path folder, Children children) throws IOException {
        this.children = children;
        this.claims = script(folder, "claims.lua");
        this.reads = script(folder, "reads.lua");
    }

    static boolean isInstalled() {
        for (var folder : System.getenv().getOrDefault("PATH", "").split(":")) {
            if (Files.isExecutable(Path.of(folder, "wrk"))) return true;
        }
        return false;
    }

    WrkResult run(Load load, Duration duration) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command(load, duration)).redirectErrorStream(true);
        var process = children.start(builder.redirectInput(Children.nothing()));
        try {
            var output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(duration.plus(SPARE).toMillis(), TimeUnit.MILLISECONDS)) {
                throw new BenchFailure("wrk did not end in time");
            }
            return WrkResult.parse(output);
        } finally {
            process.destroyForcibly();
        }
    }

    private List<String> command(Load load, Duration duration) {
        var command = new ArrayList<>(List.of("wrk", "-t1", "-c" + CONNECTIONS, "--latency"));
        // Slow answers show in the latency; only a missing one is an error.
        command.addAll(List.of("--timeout", ANSWER_MAX.toSeconds() + "s"));
        command.addAll(List.of("-d" + duration.toSeconds() + "s", "-s"));
        command.add((load.requests().isPresent() ? claims : reads).toString());
        command.add(load.address().toString());
        load.requests()
                .ifPresent(file -> {
                    command.addAll(List.of("--", file.path().toString()));
                    command.add(Integer.toString(file.requestBytes()));
                    command.add(Integer.toString(file.from()));
                    command.add(load.again() ? "again" : "once");
                });
        return command;
    }

    private static Path script(Path folder, String name) throws IOException {
        var file = folder.resolve(name);
        return Files.writeString(file, resource("report.lua") + resource(name));
    }

    private static String resource(String name) throws IOException {
        try (var in = Wrk.class.getResourceAsStream(name)) {
            if (in == null) throw new BenchFailure("the bench was built without " + name);
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
