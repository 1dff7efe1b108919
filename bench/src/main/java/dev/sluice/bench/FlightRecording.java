package dev.sluice.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A recording of a server by Java Flight Recorder, started and ended from outside with `jcmd`;
/// or none, if none was asked for.
final class FlightRecording implements AutoCloseable {
    private final Children children;
    private final long pid;
    private final Optional<Path> file;

    private FlightRecording(Children children, long pid, Optional<Path> file) {
        this.children = children;
        this.pid = pid;
        this.file = file;
    }

    static FlightRecording start(Children children, long pid, String name, Optional<Path> folder)
            throws IOException {
        if (folder.isPresent()) Files.createDirectories(folder.get());
        var file = folder.map(f -> f.resolve(name + ".jfr").toAbsolutePath());
        var recording = new FlightRecording(children, pid, file);
        if (file.isPresent()) recording.tell("JFR.start", "settings=profile");
        return recording;
    }

    @Override
    public void close() throws IOException {
        if (file.isPresent()) tell("JFR.stop", "filename=" + file.get());
    }

    private void tell(String command, String argument) throws IOException {
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var words = List.of(jcmd, Long.toString(pid), command, "name=bench", argument);
        var builder = new ProcessBuilder(words).redirectErrorStream(true);
        var process = children.start(builder.redirectInput(Children.nothing()));
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = process.onExit().join().exitValue();
        if (exit != 0) throw new BenchFailure("no flight recording: " + said.strip());
    }
}
