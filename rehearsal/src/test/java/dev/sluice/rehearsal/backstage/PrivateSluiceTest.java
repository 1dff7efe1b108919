package dev.sluice.rehearsal.backstage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.backstage.Api.Request;
import dev.sluice.rehearsal.backstage.PrivateSluice.Setup;
import dev.sluice.rehearsal.scenario.RehearsalFailure;
import dev.sluice.rehearsal.scenario.ScenarioFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateSluiceTest {
    private static final String KEY = "a-key-for-tests";
    private static final InstantSource CLOCK = InstantSource.system();
    private static final List<String> QUICK =
            List.of("-XX:TieredStopAtLevel=1", "-Xmx512m", "--enable-native-access=ALL-UNNAMED");

    @TempDir Path folder;

    @BeforeEach
    void makeFolder() throws IOException {
        Files.createDirectory(data());
    }

    @Test
    void a_private_sluice_is_fit_for_a_rehearsal_and_leaves_nothing_behind() throws Exception {
        var server = start();
        var process = ProcessHandle.of(server.pid()).orElseThrow();
        try (server;
                var operator = operatorOf(server)) {
            operator.check();
            assertEquals(20, operator.makeBuyers(20).size());
        }

        assertFalse(process.isAlive());
        assertFalse(Files.exists(data()));
    }

    @Test
    void a_killed_sluice_comes_back_at_the_same_address_with_the_same_data() throws Exception {
        try (var server = start();
                var operator = operatorOf(server)) {
            var scenario = ScenarioFile.read("x.scenario", "units = 7", 1);
            var opensAt = CLOCK.instant().plusSeconds(600);
            var sale = operator.publishSale(scenario, opensAt, opensAt.plusSeconds(600));
            var address = server.address();
            long before = server.pid();

            server.killAndRestart();

            assertNotEquals(before, server.pid());
            assertEquals(address, server.address());
            assertEquals(1, server.kills());
            var offer = sale.offers().getFirst();
            assertEquals(7, operator.audit(offer.offerId()).book().stock());
        }
    }

    @Test
    void kills_end_with_the_sale_and_leave_a_server_that_runs() throws Exception {
        try (var server = start();
                var operator = operatorOf(server)) {
            var opensAt = CLOCK.instant();
            var kills = new Kills(server, Duration.ofMillis(200), CLOCK);

            kills.run(opensAt, opensAt.plusMillis(300), new Stop(CLOCK));

            assertEquals(1, server.kills());
            operator.check();
        }
    }

    /// A terminal sends the signal to all of its processes.
    @Test
    void a_ctrl_c_does_not_end_the_server_before_the_report() throws Exception {
        try (var server = start();
                var api = new Api(List.of(server.address()), KEY, CLOCK)) {
            var kill = new ProcessBuilder("kill", "-INT", Long.toString(server.pid())).start();
            assertTrue(kill.waitFor(60, TimeUnit.SECONDS));
            assertEquals(0, kill.exitValue());

            assertEquals(200, api.ask(server.address(), Request.get("/time")).status());
            server.requireAlive();
        }
    }

    @Test
    void a_server_that_cannot_start_says_why() {
        var setup = new Setup("nowhere", QUICK, KEY, data());

        var failure =
                assertThrows(
                        RehearsalFailure.class,
                        () -> PrivateSluice.start(setup, CLOCK, new SplittableRandom(1)));

        assertTrue(failure.getMessage().startsWith("The private Sluice did not start."));
        assertTrue(failure.getMessage().contains("Leash"), failure.getMessage());
        assertFalse(Files.exists(data()));
    }

    private PrivateSluice start() throws InterruptedException {
        var setup = new Setup(System.getProperty("java.class.path"), QUICK, KEY, data());
        return PrivateSluice.start(setup, CLOCK, new SplittableRandom());
    }

    private Path data() {
        return folder.resolve("private");
    }

    private static Operator operatorOf(PrivateSluice server) {
        return new Operator(new Api(List.of(server.address()), KEY, CLOCK), CLOCK);
    }
}
