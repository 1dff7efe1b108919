package dev.sluice.bench;

import java.io.File;
import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

/// The processes this run has started. None outlives it: they are ended when the run ends or is
/// interrupted, and the servers among them end by themselves when it is killed (see [Launch]). A
/// child gets no open file of ours, since Java closes them all in between.
///
/// Safe for all threads; the lock is the object itself.
final class Children implements AutoCloseable {
    private final Set<Process> running = new HashSet<>();
    private boolean closed;

    synchronized Process start(ProcessBuilder builder) throws IOException {
        if (closed) throw new BenchFailure("interrupted");
        running.removeIf(process -> !process.isAlive());
        var process = builder.start();
        running.add(process);
        return process;
    }

    /// For children that read nothing.
    static ProcessBuilder.Redirect nothing() {
        return ProcessBuilder.Redirect.from(new File("/dev/null"));
    }

    @Override
    public synchronized void close() {
        closed = true;
        for (var process : running) process.destroyForcibly();
    }
}
