package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Services;
import dev.sluice.contracts.Soon;
import dev.sluice.server.TrialSetup.Part;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Outages of a Redis that belongs to the trial.
final class RedisOutages {

    private static final TrialSetup SETUP = TrialSetup.REDIS_AND_POSTGRESQL;
    private static final SecureRandom RANDOM = new SecureRandom();
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
            return List.of(new Seen(false, Claims.UNAVAILABLE));
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
            return List.of(new Seen(true, Claims.UNAVAILABLE));
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
            return List.of(new Seen(false, Claims.UNAVAILABLE));
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

    /// One server of a cluster is killed, which has one shard of five, and is started again with
    /// what it had on its disk.
    static final class ShardKilled implements Outage {

        private static final int SHARDS = 5;
        private static final int SLOTS = 16_384;
        private static final String[] CLUSTER = {
            SAFE[0], SAFE[1], "cluster-enabled yes", "cluster-require-full-coverage no"
        };

        private final TrialSetup setup;
        private final Services.Instance killed = Services.open("redis", CLUSTER);
        private final Services.Instance second = Services.open("redis", CLUSTER);
        private final Services.Instance third = Services.open("redis", CLUSTER);

        ShardKilled(TrialSetup setup) {
            this.setup = setup;
        }

        @Override
        public TrialSetup setup() {
            return setup;
        }

        @Override
        public Trial open(InstantSource clock) throws Exception {
            var prefix = share();
            var url =
                    servers().stream()
                            .map(server -> "127.0.0.1:" + server.port())
                            .collect(Collectors.joining(",", "redis-cluster://", ""));
            var shards = Integer.toString(SHARDS);
            var more =
                    Map.of(
                            "sluice.redis.url", url,
                            "sluice.redis.prefix", prefix,
                            "sluice.redis.shards", shards);
            var ports = setup.servers();
            ports.put(Part.REDIS, killed.port());
            var trial = new Trial(setup, ports, more, clock);
            servers().forEach(trial::own);
            return trial.start();
        }

        private List<Services.Instance> servers() {
            return List.of(killed, second, third);
        }

        /// Gives the one that will be killed the slot of the first shard, and the others the rest.
        ///
        /// @return the prefix of keys with which that is so
        private String share() {
            String prefix;
            int slot;
            do {
                prefix = "shards" + Long.toString(RANDOM.nextLong() >>> 1, 36);
                var answer = tell(killed.port(), "CLUSTER KEYSLOT {" + prefix + ":0}");
                slot = Integer.parseInt(answer.substring(1).strip());
            } while (slot == 0 || slot == SLOTS - 1);
            order(killed.port(), "CLUSTER ADDSLOTS " + slot);
            order(second.port(), "CLUSTER ADDSLOTSRANGE 0 " + (slot - 1));
            order(third.port(), "CLUSTER ADDSLOTSRANGE %d %d".formatted(slot + 1, SLOTS - 1));
            for (var other : List.of(second, third)) {
                int port = other.port();
                // The servers talk to each other on the next port.
                order(killed.port(), "CLUSTER MEET 127.0.0.1 %d %d".formatted(port, port + 1));
            }
            awaitWhole();
            return prefix;
        }

        private void awaitWhole() {
            Soon.until("the cluster is whole", () -> servers().stream().allMatch(this::seesAll));
        }

        private boolean seesAll(Services.Instance server) {
            var info = tell(server.port(), "CLUSTER INFO");
            return info.contains("cluster_state:ok") && info.contains("cluster_slots_ok:" + SLOTS);
        }

        @Override
        public void begin(Trial trial) {
            killed.kill();
        }

        @Override
        public void end(Trial trial) {
            killed.start();
            awaitWhole();
        }

        @Override
        public List<Seen> seen(int node) {
            return List.of(new Seen(false, Claims.EITHER));
        }

        @Override
        public String toString() {
            return "one shard of a Redis Cluster killed on " + setup;
        }
    }
}
