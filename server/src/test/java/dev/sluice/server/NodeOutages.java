package dev.sluice.server;

import dev.sluice.contracts.Services;
import dev.sluice.server.TrialSetup.Part;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Outages that no way can be cut for: of a node, and of RocketMQ.
final class NodeOutages {

    private NodeOutages() {}

    /// A node in a process of its own is killed, and comes back after a while.
    static final class Killed implements Outage {

        private ServerApart process;

        @Override
        public TrialSetup setup() {
            return TrialSetup.REDIS_AND_POSTGRESQL;
        }

        @Override
        public Trial open(InstantSource clock) throws Exception {
            var trial = new Trial(setup(), setup().servers(), Map.of(), clock);
            trial.start(0);
            process = trial.startApart(1);
            return trial;
        }

        @Override
        public void begin(Trial trial) throws Exception {
            process.kill();
        }

        @Override
        public void end(Trial trial) throws Exception {
            trial.startApart(1);
        }

        @Override
        public List<Seen> seen(int node) {
            return node == 0 ? Outage.super.seen(node) : List.of();
        }

        @Override
        public String toString() {
            return "a node killed";
        }
    }

    /// Both nodes, in processes of their own, are killed, and come back after a while.
    static final class AllKilled implements Outage {

        private final List<ServerApart> processes = new ArrayList<>();

        @Override
        public TrialSetup setup() {
            return TrialSetup.REDIS_AND_POSTGRESQL;
        }

        @Override
        public Trial open(InstantSource clock) throws Exception {
            var trial = new Trial(setup(), setup().servers(), Map.of(), clock);
            for (int node = 0; node < Trial.NODES; node++) processes.add(trial.startApart(node));
            return trial;
        }

        @Override
        public void begin(Trial trial) throws Exception {
            for (var process : processes) process.kill();
        }

        @Override
        public void end(Trial trial) throws Exception {
            for (int node = 0; node < Trial.NODES; node++) trial.startApart(node);
        }

        @Override
        public List<Seen> seen(int node) {
            return List.of();
        }

        @Override
        public String toString() {
            return "all nodes killed";
        }
    }

    /// A node stands still, with all it has taken, and goes on after a while as if nothing were.
    static final class Paused implements Outage {

        private ServerApart process;

        @Override
        public TrialSetup setup() {
            return TrialSetup.REDIS_AND_POSTGRESQL;
        }

        @Override
        public Trial open(InstantSource clock) throws Exception {
            var trial = new Trial(setup(), setup().servers(), Map.of(), clock);
            trial.start(0);
            process = trial.startApart(1);
            return trial;
        }

        @Override
        public void begin(Trial trial) throws Exception {
            signal("-STOP");
        }

        @Override
        public void end(Trial trial) throws Exception {
            signal("-CONT");
        }

        @Override
        public List<Seen> seen(int node) {
            return node == 0 ? Outage.super.seen(node) : List.of();
        }

        private void signal(String signal) throws IOException, InterruptedException {
            new ProcessBuilder("kill", signal, "" + process.pid()).start().waitFor();
        }

        @Override
        public String toString() {
            return "a node paused";
        }
    }

    /// Name server and broker are killed and started again, or hang and go on.
    static final class RocketMq implements Outage {

        private final Services.Instance rocket = Services.open("rocketmq");
        private final boolean hangs;

        RocketMq(boolean hangs) {
            this.hangs = hangs;
        }

        @Override
        public TrialSetup setup() {
            return TrialSetup.ROCKETMQ_AND_POSTGRESQL;
        }

        @Override
        public Trial open(InstantSource clock) throws Exception {
            var servers = setup().servers();
            servers.put(Part.BROKER, rocket.port());
            var trial = new Trial(setup(), servers, Map.of(), clock);
            trial.own(rocket);
            return trial.start();
        }

        @Override
        public void begin(Trial trial) {
            if (hangs) rocket.freeze(true);
            else rocket.kill();
        }

        @Override
        public void end(Trial trial) {
            if (hangs) rocket.freeze(false);
            else rocket.start();
        }

        @Override
        public String toString() {
            return hangs ? "RocketMQ hangs" : "RocketMQ killed";
        }
    }
}
