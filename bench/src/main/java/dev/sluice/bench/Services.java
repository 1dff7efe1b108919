package dev.sluice.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Properties;

/// The real servers of a run, started by `./sluice services` in a place of their own, so that
/// servers that somebody has started stay as they are. Each begins empty and is forgotten when it
/// is closed. None outlives the run, however that ends: `services` watches over them.
///
/// Only the main thread uses it.
final class Services {
    private static final Duration COMMAND_MAX = Duration.ofMinutes(5);
    private static final int NOT_THERE = 3;

    private final Lab lab;
    private final Path launcher;
    private final Path state;

    /// @param root the folder of the repository
    Services(Lab lab, Path root) {
        this.lab = lab;
        this.launcher = root.resolve("sluice");
        this.state = root.resolve("target/services/bench-" + ProcessHandle.current().pid());
    }

    /// Servers that are up.
    final class Up implements AutoCloseable {
        private final List<String> names;
        private final Properties ports = new Properties();

        private Up(List<String> names) throws IOException {
            this.names = names;
            try (var in = Files.newBufferedReader(state.resolve("ports"))) {
                ports.load(in);
            }
        }

        int port(String name) {
            var port = ports.getProperty(name);
            if (port == null) throw new BenchFailure(name + " has no port");
            return Integer.parseInt(port);
        }

        @Override
        public void close() throws IOException {
            var words = new ArrayList<>(List.of("down"));
            words.addAll(names);
            words.addAll(List.of("--kill", "--wipe"));
            try {
                run(words);
            } catch (InterruptedException e) {
                // They end with this process.
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Fails early, with its name, when a server can neither be found nor installed.
    void check(Collection<String> names) throws IOException, InterruptedException {
        lab.say("     trying " + String.join(", ", names));
        up(names).close();
    }

    Up up(Collection<String> names) throws IOException, InterruptedException {
        var words = new ArrayList<>(List.of("up"));
        words.addAll(names);
        words.addAll(List.of("--with", Long.toString(ProcessHandle.current().pid())));
        run(words);
        return new Up(List.copyOf(names));
    }

    private void run(List<String> words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of(launcher.toString(), "services"));
        command.addAll(words);
        var builder = new ProcessBuilder(command);
        builder.environment().put("SLUICE_SERVICES", state.toString());
        var said = lab.newFile("services.log");
        int exit = lab.runCommand(builder, said, COMMAND_MAX);
        if (exit == 0) return;
        var why = exit == NOT_THERE ? "a server is missing" : "the servers did not start";
        throw new BenchFailure(why + ":\n" + Files.readString(said).stripTrailing());
    }
}
