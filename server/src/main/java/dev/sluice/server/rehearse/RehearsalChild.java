package dev.sluice.server.rehearse;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// The process of a rehearsal: `dev.sluice.rehearsal.Main` with this very server as its target. It
/// is held on a leash, which ends it when this process has gone, however that went, and it gets the
/// operator key by its environment, which others on this machine cannot see.
///
/// A thread reads what it says, of which one line of bounded length is kept, and another ends it
/// when it is asked to or takes too long.
public final class RehearsalChild implements AutoCloseable {

    /// How a rehearsal is started.
    ///
    /// @param classPath of the module `rehearsal`
    /// @param target this server's own address
    /// @param key of the operator
    public record Launch(String classPath, URI target, String key) {}

    private static final String MAIN = "dev.sluice.rehearsal.Main";
    private static final List<String> JVM_OPTIONS =
            List.of("--enable-native-access=ALL-UNNAMED", "-XX:+UseParallelGC", "-Xmx2g");
    private static final String SALE = "Sale ";

    /// Preparations and judging, on top of the longest sale.
    private static final Duration RUN_MAX = Duration.ofSeconds(StartedRehearsal.SECONDS_MAX + 900);

    /// A rehearsal that is interrupted has two minutes for its report.
    private static final Duration LAST_WORDS_MAX = Duration.ofSeconds(130);

    private static final Duration CLOSE_MAX = Duration.ofSeconds(1);
    private static final int LINE_MAX = 500;

    private final Process process;
    private final Consumer<String> onSale;
    private final CountDownLatch stopAsked = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile String said = "";
    private volatile boolean stopping;

    private RehearsalChild(Process process, Consumer<String> onSale) {
        this.process = process;
        this.onSale = onSale;
    }

    /// @param onSale told which sale it plays, on a thread of the child's
    static RehearsalChild start(
            Launch launch, StartedRehearsal.Request request, Path report, Consumer<String> onSale) {
        var leashed =
                new dev.sluice.process.Launch(
                        launch.classPath,
                        JVM_OPTIONS,
                        MAIN,
                        arguments(launch, request, report),
                        Map.of("SLUICE_OPERATOR_KEY", launch.key));
        try {
            return new RehearsalChild(leashed.builder().start(), onSale);
        } catch (IOException e) {
            throw new UncheckedIOException("a rehearsal cannot be started", e);
        }
    }

    private static List<String> arguments(
            Launch launch, StartedRehearsal.Request request, Path report) {
        var arguments = new ArrayList<String>();
        arguments.addAll(List.of("--url", launch.target.toString()));
        arguments.addAll(List.of("--scenario", request.scenario().toString()));
        arguments.addAll(List.of("--buyers", Integer.toString(request.buyers())));
        request.units()
                .ifPresent(units -> {
                    // For a copy one number stands for all offers, however many there are.
                    int offers = request.copyOf().isPresent() ? 1 : request.scenario().offers();
                    var each = Collections.nCopies(offers, units.toString());
                    arguments.addAll(List.of("--units", String.join(",", each)));
                });
        request.copyOf().ifPresent(sale -> arguments.addAll(List.of("--sale", sale.toString())));
        request.seconds().ifPresent(s -> arguments.addAll(List.of("--duration", s + "s")));
        arguments.addAll(List.of("--report", report.toString()));
        return arguments;
    }

    /// Begins to listen; `onEnd` is run once, when the process has gone.
    void watch(Runnable onEnd) {
        Thread.ofPlatform().daemon().name("rehearsal-guard").start(this::guard);
        Thread.ofPlatform()
                .daemon()
                .name("rehearsal-output")
                .start(() -> {
                    listen();
                    stopAsked.countDown();
                    onEnd.run();
                    ended.countDown();
                });
    }

    /// The last line that it said, if it said anything.
    Optional<String> said() {
        return Optional.of(said).filter(line -> !line.isEmpty());
    }

    boolean isStopping() {
        return stopping;
    }

    /// Asks it to end soon; it still writes its report.
    void stop() {
        stopping = true;
        stopAsked.countDown();
    }

    /// Ends it now. Returns when that is noted.
    @Override
    public void close() {
        stop();
        try {
            if (ended.await(CLOSE_MAX.toMillis(), TimeUnit.MILLISECONDS)) return;
            process.destroyForcibly();
            ended.await(CLOSE_MAX.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private void guard() {
        try {
            stopAsked.await(RUN_MAX.toMillis(), TimeUnit.MILLISECONDS);
            // By its handle, since Process.destroy would also let go of the leash.
            process.toHandle().destroy();
            if (process.waitFor(LAST_WORDS_MAX.toMillis(), TimeUnit.MILLISECONDS)) return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }

    private void listen() {
        try (var output = new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)) {
            var line = new StringBuilder();
            for (int c = output.read(); c >= 0; c = output.read()) {
                if (c == '\n') {
                    hear(line.toString().strip());
                    line.setLength(0);
                } else if (line.length() < LINE_MAX) {
                    line.append(isShown((char) c) ? (char) c : ' ');
                }
            }
        } catch (IOException closed) {
            process.destroyForcibly();
        }
        process.onExit().join();
    }

    private static boolean isShown(char c) {
        return !Character.isISOControl(c) && !Character.isSurrogate(c);
    }

    private void hear(String line) {
        if (line.isEmpty()) return;
        if (line.startsWith(SALE)) onSale.accept(line.substring(SALE.length()));
        else said = line;
    }
}
