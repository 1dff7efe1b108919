package dev.sluice.bench;

import java.io.File;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The processes this run has started. None outlives it: they are ended when the run ends or is
/// interrupted, and the servers among them end by themselves when it is killed (see [Leash]). A
/// child gets no open file of ours, since Java closes them all in between. Safe for all threads.
final class Children implements AutoCloseable {
    private final Set<Process> running = ConcurrentHashMap.newKeySet();

    Children() {
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().unstarted(this::close));
    }

    Process start(ProcessBuilder builder) throws IOException {
        var process = builder.start();
        running.add(process);
        process.onExit().thenAccept(running::remove);
        return process;
    }

    /// For children that read nothing.
    static ProcessBuilder.Redirect nothing() {
        return ProcessBuilder.Redirect.from(new File("/dev/null"));
    }

    @Override
    public void close() {
        for (var process : running) process.destroyForcibly();
    }
}
