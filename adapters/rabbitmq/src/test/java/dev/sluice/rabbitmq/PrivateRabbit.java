package dev.sluice.rabbitmq;

import dev.sluice.contracts.CourierFaultContract;
import dev.sluice.contracts.Services;
import dev.sluice.contracts.Soon;
import dev.sluice.contracts.TestBroker;
import dev.sluice.contracts.TestLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// A RabbitMQ that no other test uses, for tests that end it. Closing it leaves it running for the
/// next test; [#wipe] ends it for good.
final class PrivateRabbit implements TestBroker {

    private final String name;
    private boolean running;
    private Rabbit last;

    /// Skips the test where there is no RabbitMQ at all.
    PrivateRabbit() {
        Services.port("rabbitmq");
        long pid = ProcessHandle.current().pid();
        this.name = "rabbitmq-faults-" + pid;
        Services.run("up", "rabbitmq", "--name", name, "--with", Long.toString(pid));
        running = true;
    }

    /// Names of its own on this broker, with the timeout of the suite.
    Rabbit rabbit() {
        last = new Rabbit(Services.port(name));
        return last;
    }

    RabbitConfig config(Rabbit rabbit) {
        return rabbit.config().withTimeout(CourierFaultContract.TIMEOUT);
    }

    @Override
    public TestLine line() {
        var rabbit = rabbit();
        return rabbit.line(config(rabbit));
    }

    @Override
    public void stop() {
        Services.run("stop", name);
        running = false;
    }

    @Override
    public void kill() {
        kill(last.name("claims"));
    }

    /// RabbitMQ writes down within a few seconds which queues there are. One that it has just heard
    /// of would be empty or gone after this, so the newest one is waited for.
    void kill(String newest) {
        Soon.until(newest + " is on disk", () -> isWrittenDown(newest));
        Services.run("stop", name, "--kill");
        running = false;
    }

    private boolean isWrittenDown(String queue) {
        var node = state().resolve("files/mnesia/sluice@localhost");
        var quorum = node.resolve("quorum/sluice@localhost");
        return isIn(queue, node, "{*.LOG,rabbit_durable_queue.*}")
                && isIn(queue, quorum, "names.dets")
                && isIn(queue, quorum, "meta.dets");
    }

    private static boolean isIn(String queue, Path folder, String names) {
        try (var files = Files.newDirectoryStream(folder, names)) {
            for (var file : files) {
                var text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                if (text.contains(queue)) return true;
            }
            return false;
        } catch (NoSuchFileException renamed) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path state() {
        return Services.folder().resolve(name);
    }

    @Override
    public void start() {
        Services.run("start", name);
        running = true;
    }

    /// Lets the process stand still, or go on: it neither answers nor closes its connections.
    void freeze(boolean still) throws IOException, InterruptedException {
        var pid = Files.readAllLines(state().resolve("pids")).getFirst().split(" ")[0];
        new ProcessBuilder("kill", still ? "-STOP" : "-CONT", pid).start().waitFor();
    }

    @Override
    public void close() {
        if (!running) start();
    }

    void wipe() {
        Services.run("down", name, "--wipe");
    }
}
