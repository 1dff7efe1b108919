package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Services;
import dev.sluice.contracts.Soon;
import dev.sluice.server.TrialSetup.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// Outages of a Redis that belongs to the trial.
final class RedisOutages {

    private static final TrialSetup SETUP = TrialSetup.REDIS_AND_POSTGRESQL;
    private static final String[] SAFE = {"appendonly yes", "appendfsync always"};

    private RedisOutages() {}

    private static Trial trial(
            Services.Instance redis, Map<String, String> more, InstantSource clock)
            throws Exception {
        var servers = SETUP.servers();
        servers.put(Part.REDIS, redis.port());
        var trial = new Trial(SETUP, servers, more, clock);
        trial.own(redis);
        return trial;
    }

    /// Says something to a server as a person would, and hears the beginning of the answer.
    static String tell(int port, String command) {
        try (var socket = new Socket("127.0.0.1", port)) {
            socket.getOutputStream().write((command + "\r\n").getBytes(StandardCharsets.US_ASCII));
            var answer = new byte[4_096];
            int read = socket.getInputStream().read(answer);
            return new String(answer, 0, Math.max(0, read), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void order(int port, String command) {
        var answer = tell(port, command);
        assertTrue(answer.startsWith("+OK"), answer);
    }

    /// Killed, and started again with what it had on its disk.
    static final class Killed implements Outage {

        private final Services.Instance redis = Services.open("redis", SAFE);

        @Override
        public TrialSetup setup() {
            return SETUP;
        }

        @Override
        public Trial open(InstantSource clock) throws Exception {
            return trial(redis, Map.of(), clock).start();
        }

        @Override
        public void begin(Trial trial) {
            redis.kill();
        }

        @Override
        public void end(Trial trial) {
            redis.start();
        }

        @Override
        public List<Seen> seen(int node) {
            return List.of(new Seen(false, false));
        }

        @Override
        public String toString() {
            return "Redis killed";
        }
    }

    /// It has no memory left.
    static final class Full implements Outage {

        private final Services.Instance redis = Services.open("redis", SAFE);

        @Override
        public TrialSetup setup() {
            return SETUP;
        }

        @Override
        public Trial open(InstantSource clock) throws Exception {
            return trial(redis, Map.of(), clock).start();
        }

        @Override
        public void begin(Trial trial) {
            order(redis.port(), "CONFIG SET maxmemory 1");
        }

        @Override
        public void end(Trial trial) {
            order(redis.port(), "CONFIG SET maxmemory 0");
        }

        @Override
        public List<Seen> seen(int node) {
            return List.of(new Seen(true, false));
        }

        @Override
        public String toString() {
            return "Redis full";
        }
    }

    /// Killed, and after a while a replica has its place and address.
    static final class Failover implements Outage {

        private final Services.Instance redis = Services.open("redis", SAFE);
        private final Services.Instance replica =
                Services.open("redis", SAFE[0], SAFE[1], "replicaof 127.0.0.1 " + redis.port());
        private final boolean waited;

        /// @param waited whether claims are acknowledged when the replica has them; otherwise it
        ///     lacks the last ones
        Failover(boolean waited) {
            this.waited = waited;
        }

        @Override
        public TrialSetup setup() {
            return SETUP;
        }

        @Override
        public Trial open(InstantSource clock) throws Exception {
            Soon.until("the replica follows", () -> isFollowed(redis.port()));
            var more =
                    waited
                            ? Map.of("sluice.redis.wait-replicas", "1")
                            : Map.of("sluice.redis.accept-loss", "true");
            var trial = trial(redis, more, clock);
            trial.own(replica);
            return trial.start();
        }

        /// Settlement rests, so that what is acknowledged from now on is nowhere else.
        @Override
        public void before(Trial trial) {
            if (waited) return;
            hold(trial, true);
            order(replica.port(), "REPLICAOF NO ONE");
        }

        @Override
        public void begin(Trial trial) throws Exception {
            for (var way : trial.ways(Part.REDIS)) way.raise();
            redis.kill();
        }

        /// The old one comes back as a replica of the new one.
        @Override
        public void end(Trial trial) {
            order(replica.port(), "REPLICAOF NO ONE");
            redis.start();
            order(redis.port(), "REPLICAOF 127.0.0.1 " + replica.port());
            Soon.until("the old one follows", () -> isFollowed(replica.port()));
            for (var way : trial.ways(Part.REDIS)) {
                way.leadTo(replica.port());
                way.lower();
            }
            if (!waited) hold(trial, false);
        }

        @Override
        public List<Seen> seen(int node) {
            return List.of(new Seen(false, false));
        }

        @Override
        public String toString() {
            return "Redis failing over to a replica that "
                    + (waited ? "was waited for" : "lacks the last claims");
        }

        private static boolean isFollowed(int port) {
            return tell(port, "INFO replication").contains("state=online");
        }

        private static void hold(Trial trial, boolean held) {
            trial.operator(0).put("/admin/switches", Map.of("holdSettlement", held)).is(200);
        }
    }
}
