package dev.sluice.server;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/// A test of the whole application over HTTP. Each test has a Sluice of its own, in this process,
/// on a free port and in a folder of its own. Every answer that `api` gets is held to the document.
abstract class ApiTest {

    static final String OPERATOR_KEY = "test-operator-key";

    @TempDir Path folder;

    final TestClock clock = new TestClock();
    Sluice sluice;
    Api api;

    /// The machine's time, moved ahead by as much as a test likes.
    static final class TestClock implements InstantSource {

        private final AtomicReference<Duration> ahead = new AtomicReference<>(Duration.ZERO);

        @Override
        public Instant instant() {
            return InstantSource.system().instant().plus(ahead.get());
        }

        void advance(Duration by) {
            ahead.accumulateAndGet(by, Duration::plus);
        }
    }

    /// What this test sets differently, by the names in [Setting].
    Map<String, String> settings() {
        return Map.of();
    }

    /// For tests that start rehearsals: a stand-in for the process is on the tests' own class path.
    static Map<String, String> withRehearsals() {
        return Map.of(
                "sluice.rehearsal",
                "true",
                "sluice.rehearsal-class-path",
                System.getProperty("java.class.path"));
    }

    /// What this test does to a Sluice before it starts, such as adding routes.
    void prepare(Sluice sluice) {}

    @BeforeEach
    void startSluice() {
        sluice = newSluice();
        prepare(sluice);
        sluice.start();
        api = new Api(sluice.port());
    }

    @AfterEach
    void stopSluice() {
        sluice.close();
    }

    /// Stops it and starts it again in the same folder.
    void restartSluice() {
        stopSluice();
        startSluice();
    }

    Api operator() {
        return api.as(OPERATOR_KEY);
    }

    /// A buyer of a crowd with a pass for one offer; needs the setting `sluice.rehearsal`.
    record Visitor(String session, String pass) {}

    List<Visitor> crowd(int count, String offer) {
        var asked = Map.of("count", count, "offerId", offer);
        var answer = operator().post("/admin/rehearsal/buyers", asked).is(200);
        return answer.body()
                .lines()
                .map(line -> line.split("\t"))
                .map(parts -> new Visitor(parts[0], parts[1]))
                .toList();
    }

    Answer claim(String offer, Visitor visitor) {
        var path = "/offers/" + offer + "/claims/" + visitor.pass;
        return api.as(visitor.session).post(path, Map.of("quantity", 1));
    }

    private Sluice newSluice() {
        var values = new HashMap<String, String>();
        values.put("sluice.server.port", "0");
        values.put("sluice.data", folder.toString());
        values.put("sluice.operator-key", OPERATOR_KEY);
        values.put("sluice.no-demo", "true");
        values.putAll(settings());
        var world = new World(clock, new SecureRandom(), System::nanoTime);
        return new Sluice(Settings.of(values), world);
    }
}
