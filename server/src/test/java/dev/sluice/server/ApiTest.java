package dev.sluice.server;

import dev.sluice.contracts.Soon;
import dev.sluice.server.config.World;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

/// A test of the whole application over HTTP, in this process, on a free port and in a folder of
/// its own. Every answer that `api` gets is held to the document.
///
/// The tests of a class share a Sluice, so each makes the sales and buyers it needs and asks for
/// those alone. A test gets a new one when it or its class says [FreshSluice], when the class
/// prepares it, when the settings differ, and when the test before has moved the clock, turned a
/// switch, stopped or restarted it.
public abstract class ApiTest {

    public static final String OPERATOR_KEY = "test-operator-key";

    /// Long enough for every limit to have forgotten the test before.
    private static final Duration BETWEEN_TESTS = Duration.ofHours(2);

    /// The one that the next test may use. Only the thread of the tests touches it.
    private static Shared shared;

    public final TestClock clock = shared == null ? new TestClock() : shared.clock;
    public Path folder;
    public Sluice sluice;
    public Api api;

    private record Shared(
            Sluice sluice, TestClock clock, Path folder, Map<String, String> settings) {}

    /// The machine's time, moved ahead by as much as a test likes.
    public static final class TestClock implements InstantSource {

        private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);
        private final AtomicLong aheadNanos = new AtomicLong();

        @Override
        public Instant instant() {
            return InstantSource.system().instant().plus(ahead.get());
        }

        /// For measuring; it goes on with the machine's, and jumps between tests only.
        long nanos() {
            return System.nanoTime() + aheadNanos.get();
        }

        public void advance(Duration by) {
            ahead.accumulateAndGet(by, Duration::plus);
        }

        private boolean isMoved() {
            return !ahead.get().isZero();
        }
    }

    /// What this test sets differently, by the names in [Setting].
    public Map<String, String> settings() {
        return Map.of();
    }

    /// For tests that start rehearsals: a stand-in for the process is on the tests' own class path.
    public static Map<String, String> withRehearsals() {
        return Map.of(
                "sluice.rehearsal",
                "true",
                "sluice.rehearsal-class-path",
                System.getProperty("java.class.path"));
    }

    /// What this test does to a Sluice before it starts, such as adding routes.
    public void prepare(Sluice sluice) {}

    @BeforeEach
    void beginTest(TestInfo test) throws IOException {
        if (shared != null && !(shared.settings.equals(settings()) && mayShare(test))) {
            closeShared();
        }
        if (shared == null) {
            folder = Files.createTempDirectory("sluice-test");
            startSluice();
            shared = new Shared(sluice, clock, folder, settings());
            return;
        }
        clock.aheadNanos.addAndGet(BETWEEN_TESTS.toNanos());
        folder = shared.folder;
        sluice = shared.sluice;
        api = new Api(sluice.port());
    }

    @AfterEach
    void endTest(TestInfo test) {
        if (shared == null || !mayShare(test) || !leavesItAsItWas()) closeAll();
    }

    @AfterAll
    static void endTests() {
        if (shared != null) closeShared();
    }

    public void startSluice() {
        sluice = newSluice();
        prepare(sluice);
        sluice.start();
        api = new Api(sluice.port());
    }

    public void stopSluice() {
        sluice.close();
    }

    /// Stops it and starts it again in the same folder.
    public void restartSluice() {
        stopSluice();
        startSluice();
    }

    private boolean leavesItAsItWas() {
        return sluice == shared.sluice
                && !isPrepared(getClass())
                && !clock.isMoved()
                && sluice.engine().switches().on().isEmpty()
                && isReady();
    }

    private boolean isReady() {
        try {
            return new Api(sluice.port()).root().get("/health/ready").status() == 200;
        } catch (RuntimeException e) {
            return false;
        }
    }

    private static boolean mayShare(TestInfo test) {
        return !test.getTestClass().orElseThrow().isAnnotationPresent(FreshSluice.class)
                && !test.getTestMethod().orElseThrow().isAnnotationPresent(FreshSluice.class);
    }

    /// What was added to one refers to the test that added it.
    private static boolean isPrepared(Class<?> test) {
        for (var type = test; type != ApiTest.class; type = type.getSuperclass()) {
            for (var method : type.getDeclaredMethods()) {
                if (method.getName().equals("prepare")) return true;
            }
        }
        return false;
    }

    private void closeAll() {
        if (sluice != null) sluice.close();
        if (shared != null) closeShared();
    }

    private static void closeShared() {
        var closing = shared;
        shared = null;
        closing.sluice.close();
        delete(closing.folder);
    }

    /// What ends late on a busy machine, such as a duty or a rehearsal, may still write there.
    static void delete(Path folder) {
        Soon.until("the folder " + folder + " is gone", () -> isDeleted(folder));
    }

    private static boolean isDeleted(Path folder) {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
            return true;
        } catch (IOException | UncheckedIOException changing) {
            return Files.notExists(folder);
        }
    }

    public Api operator() {
        return api.as(OPERATOR_KEY);
    }

    /// A buyer of a crowd with a pass for one offer; needs the setting `sluice.rehearsal`.
    public record Visitor(String session, String pass) {}

    public List<Visitor> crowd(int count, String offer) {
        var asked = Map.of("count", count, "offerId", offer);
        var answer = operator().post("/admin/rehearsal/buyers", asked).is(200);
        return answer.body()
                .lines()
                .map(line -> line.split("\t"))
                .map(parts -> new Visitor(parts[0], parts[1]))
                .toList();
    }

    public Answer claim(String offer, Visitor visitor) {
        var path = "/offers/" + offer + "/claims/" + visitor.pass;
        return api.as(visitor.session).post(path, Map.of("quantity", 1));
    }

    private Sluice newSluice() {
        var values = new HashMap<String, String>();
        values.put("sluice.server.port", "0");
        values.put("sluice.data", folder.toString());
        values.put("sluice.operator-key", OPERATOR_KEY);
        values.put("sluice.no-demo", "true");
        // A disk that is busy with something else is no test's subject.
        values.put("sluice.intake.reserve-timeout", Soon.LIMIT.toSeconds() + "s");
        values.putAll(settings());
        var world = new World(clock, new SecureRandom(), clock::nanos);
        return newSluice(Settings.of(values), world);
    }

    /// For tests that need another than the usual one.
    Sluice newSluice(Settings settings, World world) {
        return new Sluice(settings, world);
    }
}
