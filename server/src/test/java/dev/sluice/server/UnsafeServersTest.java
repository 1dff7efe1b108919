package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Services;
import dev.sluice.server.TrialSetup.Part;
import dev.sluice.server.config.StartFailure;
import dev.sluice.server.config.World;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A node does not start on servers that may lose what was acknowledged, unless somebody accepts
/// it.
@Timeout(300)
class UnsafeServersTest {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final TrialSetup SETUP = TrialSetup.REDIS_AND_POSTGRESQL;

    private final String name = "unsafe" + Long.toString(RANDOM.nextLong() & Long.MAX_VALUE, 36);

    @TempDir Path folder;

    @Test
    void a_database_that_does_not_wait_for_its_disk_is_refused_unless_that_is_accepted()
            throws Exception {
        SETUP.createDatabase(name);
        var url = "jdbc:postgresql://127.0.0.1:" + Services.port("postgres") + "/" + name;
        try (var connection = DriverManager.getConnection(url, "postgres", "");
                var statement = connection.createStatement()) {
            statement.execute("alter database " + name + " set synchronous_commit = off");
        }
        var settings = SETUP.settings(name, SETUP.servers());

        assertRefused(settings, "synchronous_commit", "sluice.sql.accept-loss=true");

        settings.put("sluice.sql.accept-loss", "true");
        assertStarts(settings);
    }

    @Test
    void a_redis_that_does_not_wait_for_its_disk_is_refused_unless_that_is_accepted() {
        SETUP.createDatabase(name);
        try (var redis = Services.open("redis", "appendonly yes", "appendfsync everysec")) {
            var servers = SETUP.servers();
            servers.put(Part.REDIS, redis.port());
            var settings = SETUP.settings(name, servers);

            assertRefused(settings, "everysec", "sluice.redis.accept-loss=true");

            settings.put("sluice.redis.accept-loss", "true");
            assertStarts(settings);
        }
    }

    /// @param parts of what is said: the setting of the server, and what to do
    private void assertRefused(Map<String, String> settings, String... parts) {
        try (var sluice = sluice(settings)) {
            var words = assertThrows(StartFailure.class, sluice::start).getMessage();
            for (var part : parts) assertTrue(words.contains(part), words);
            assertEquals(1, words.lines().count(), words);
        }
    }

    private void assertStarts(Map<String, String> settings) {
        try (var sluice = sluice(settings)) {
            sluice.start();
            assertTrue(sluice.port() > 0);
        }
    }

    private Sluice sluice(Map<String, String> settings) {
        var all = new HashMap<>(settings);
        all.put("sluice.server.port", "0");
        all.put("sluice.no-demo", "true");
        all.put("sluice.data", folder.toString());
        all.put("sluice.operator-key", ServerApart.KEY);
        var world = new World(InstantSource.system(), RANDOM, System::nanoTime);
        return new Sluice(Settings.of(all), world);
    }
}
