package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.contracts.Services;
import dev.sluice.contracts.Soon;
import dev.sluice.server.TrialSetup.Part;
import dev.sluice.server.admin.AdminTest;
import dev.sluice.server.config.World;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Nodes on a real Redis and a real PostgreSQL, and the way of one of them to the database is cut
/// for minutes. No claim that was acknowledged may suffer from it. [LongOutagesTest] takes the real
/// time for it, on each of the databases.
@Timeout(300)
class DatabaseAwayTest extends AdminTest {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final TrialSetup SETUP = TrialSetup.REDIS_AND_POSTGRESQL;
    private static final Duration AWAY = Duration.ofMinutes(3);
    private static final int CLAIMS = 60;

    private final String name = "away" + Long.toString(RANDOM.nextLong() & Long.MAX_VALUE, 36);
    private Drawbridge way;

    @Override
    public Map<String, String> settings() {
        if (way == null) {
            SETUP.createDatabase(name);
            way = new Drawbridge(Services.port("postgres"));
        }
        return settings(way.port());
    }

    private Map<String, String> settings(int databasePort) {
        var ports = SETUP.servers();
        ports.put(Part.DATABASE, databasePort);
        var settings = SETUP.settings(name, ports);
        settings.putAll(TrialSetup.PATIENT);
        return settings;
    }

    @AfterEach
    void closeWay() throws IOException {
        if (way != null) way.close();
    }

    /// In fast motion: the clock goes ahead, and at each step the node has looked for the database.
    @Test
    void a_database_that_is_away_for_three_minutes_costs_no_claim() throws Exception {
        var offer = openOffer(CLAIMS);
        var visitors = crowd(CLAIMS, offer);
        claimAll(offer, visitors.subList(0, CLAIMS / 3));
        way.raise();
        claimAll(offer, visitors.subList(CLAIMS / 3, CLAIMS));

        for (int second = 0; second < AWAY.toSeconds(); second += 30) {
            clock.advance(Duration.ofSeconds(30));
            way.awaitAttempt();
        }

        assertEquals("DOWN", api.root().get("/health/ready").is(503).text("checks/ids"));
        way.lower();
        assertEndsWell(offer, visitors);
    }

    @Test
    void a_node_that_is_cut_off_from_the_database_leaves_the_claims_to_others() throws Exception {
        var values = new HashMap<>(settings(Services.port("postgres")));
        values.put("sluice.server.port", "0");
        values.put("sluice.data", folder.resolve("other").toString());
        values.put("sluice.operator-key", OPERATOR_KEY);
        values.put("sluice.no-demo", "true");
        var world = new World(clock, RANDOM, System::nanoTime);
        try (var other = new Sluice(Settings.of(values), world)) {
            other.start();
            var offer = openOffer(CLAIMS);
            var visitors = crowd(CLAIMS, offer);
            way.raise();
            claimAll(offer, visitors);

            awaitNothingQueued();

            assertEquals(List.of(), sluice.engine().ports().queue().parked(9));
            var sold = other.engine().ports().book().balance(offerId(offer));
            assertEquals(CLAIMS, sold.unpaid());
        } finally {
            way.lower();
        }
    }

    private void claimAll(String offer, List<Visitor> visitors) {
        for (var visitor : visitors) claim(offer, visitor).is(202);
    }

    /// Ready means that ids can be made; then everything that was acknowledged is won.
    private void assertEndsWell(String offer, List<Visitor> visitors) {
        await("it is ready", () -> api.root().get("/health/ready").status() == 200);
        sluice.engine().ids().next();
        awaitNothingQueued();
        assertEquals(List.of(), sluice.engine().ports().queue().parked(9));
        for (var visitor : visitors) {
            await("it is won", () -> claim(offer, visitor).is(200).text("status").equals("WON"));
        }
        assertEquals(0, sluice.engine().reconciliation().corrections());
    }

    /// Parked claims count as queued.
    private void awaitNothingQueued() {
        var queue = sluice.engine().ports().queue();
        await("nothing is queued", () -> queue.depth() <= queue.parked(CLAIMS).size());
    }

    /// Whoever waits for a database that is away does so for its timeouts.
    private static void await(String what, Callable<Boolean> isSo) {
        Soon.until(Duration.ofMinutes(4), () -> what, isSo);
    }
}
