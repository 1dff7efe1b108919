package dev.sluice.server;

import dev.sluice.server.TrialSetup.Part;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;

/// Something that is away from the nodes of a [Trial] for a while, and what a node does meanwhile.
interface Outage {

    /// What people and load balancers see of a node while it lasts.
    ///
    /// @param ready whether it says that it is
    record Seen(boolean ready, Claims claims) {}

    /// What becomes of claims.
    enum Claims {
        QUEUED,
        UNAVAILABLE,
        /// Those of some buyers are queued, those of others are unavailable.
        EITHER
    }

    TrialSetup setup();

    /// The nodes, started.
    Trial open(InstantSource clock) throws Exception;

    /// Before the last claims that are taken in peace.
    default void before(Trial trial) throws Exception {}

    void begin(Trial trial) throws Exception;

    void end(Trial trial) throws Exception;

    /// What is to be seen of a node; nothing when it does not answer at all.
    default List<Seen> seen(int node) {
        return List.of(new Seen(true, Claims.QUEUED));
    }

    /// The ways of some nodes to some parts are cut, or hang.
    ///
    /// @param nodes those that are cut off
    /// @param hangs whether connections stay, and nothing comes through
    record Cut(TrialSetup setup, List<Part> parts, List<Integer> nodes, boolean hangs)
            implements Outage {

        static Cut of(TrialSetup setup, Part... parts) {
            return new Cut(setup, List.of(parts), List.of(0, 1), false);
        }

        Cut hanging() {
            return new Cut(setup, parts, nodes, true);
        }

        /// For one node only.
        Cut alone() {
            return new Cut(setup, parts, List.of(0), hangs);
        }

        @Override
        public Trial open(InstantSource clock) throws Exception {
            var more = hangs ? Map.<String, String>of() : TrialSetup.PATIENT;
            return new Trial(setup, setup.servers(), more, clock).start();
        }

        @Override
        public void begin(Trial trial) throws Exception {
            for (int node : nodes) {
                for (var part : parts) {
                    if (hangs) trial.way(node, part).hold();
                    else trial.way(node, part).raise();
                }
            }
        }

        @Override
        public void end(Trial trial) {
            for (int node : nodes) for (var part : parts) trial.way(node, part).lower();
        }

        /// Returns when each way has been tried in vain.
        void awaitAttempts(Trial trial) throws InterruptedException {
            for (int node : nodes) for (var part : parts) trial.way(node, part).awaitAttempt();
        }

        /// A node needs its database and its Redis to be ready, and for claims it needs Redis.
        @Override
        public List<Seen> seen(int node) {
            if (!nodes.contains(node)) return List.of(new Seen(true, Claims.QUEUED));
            boolean store = parts.contains(Part.REDIS);
            var claims = store ? Claims.UNAVAILABLE : Claims.QUEUED;
            return List.of(new Seen(!store && !parts.contains(Part.DATABASE), claims));
        }

        @Override
        public String toString() {
            var whose = nodes.size() == 1 ? ", for one node alone" : "";
            return "%s %s on %s%s".formatted(parts, hangs ? "hang" : "away", setup, whose);
        }
    }
}
