package dev.sluice.simulation;

import dev.sluice.port.Unavailable;
import java.time.Duration;

/// One whole sale from one seed: first with faults, then without until everything is at rest.
final class Simulation {

    private static final int STEPS = 300;
    private static final int ROUNDS_MAX = 200;
    private static final int ROUNDS_AFTER = 3;

    private final World world;
    private final Told told;
    private final Crowd crowd;
    private final Payers payers;
    private final Operator operator;
    private final Checks checks;

    private Simulation(long seed, Bug bug) {
        world = new World(seed, bug);
        told = new Told(world);
        crowd = new Crowd(world, told);
        payers = new Payers(world, told);
        operator = new Operator(world);
        checks = new Checks(world, told);
    }

    /// Runs a sale and answers its trace; fails with the seed when a promise is broken.
    static String run(long seed, Bug bug) {
        var simulation = new Simulation(seed, bug);
        try {
            simulation.sellWithFaults();
            simulation.comeToRest();
        } catch (AssertionError | IllegalStateException broken) {
            var trace = simulation.world.trace();
            var end = trace.substring(Math.max(0, trace.length() - 4_000));
            throw new AssertionError("seed " + seed + ": " + broken + "\n" + end, broken);
        }
        return simulation.world.trace();
    }

    private void sellWithFaults() {
        world.faults.on(true);
        for (int i = 0; i < STEPS; i++) {
            step();
            checks.always();
        }
        world.faults.on(false);
    }

    private void step() {
        try {
            act(world.random.nextInt(100));
        } catch (Unavailable fault) {
            world.note("unavailable");
        } catch (Crash crash) {
            world.restart();
        }
    }

    private void act(int chance) {
        if (chance < 30) crowd.claimSome();
        else if (chance < 45) world.note("settle " + world.node().settle());
        else if (chance < 50) crowd.askForOne();
        else if (chance < 58) payers.startOne();
        else if (chance < 68) payers.reportOne();
        else if (chance < 71) payers.cancelOne();
        else if (chance < 75) world.note("expire " + world.node().orders.expireDue());
        else if (chance < 80) world.node().reconcile();
        else if (chance < 83) world.node().desk.tick();
        else if (chance < 86) world.messenger.deliver();
        else if (chance < 94) world.clock.advance(Duration.ofMillis(world.random.nextInt(9_000)));
        else if (chance < 96) redeliver();
        else operate(chance);
    }

    private void operate(int chance) {
        switch (chance) {
            case 96 -> operator.restock();
            case 97 -> operator.pause();
            case 98 -> operator.resume();
            default -> operator.lookAfterParked();
        }
    }

    private void redeliver() {
        world.note("redeliver");
        world.node().redeliver(world.random.nextInt(1_000), 1 + world.random.nextInt(4));
    }

    /// Faults are over, and new buyers who pay keep coming: everything must be sold and settled.
    private void comeToRest() {
        world.note("rest");
        operator.resume();
        int after = 0;
        for (int i = 0; i < ROUNDS_MAX && after < ROUNDS_AFTER; i++) {
            round();
            checks.always();
            if (isSold()) after++;
        }
        crowd.askForAll();
        checks.atRest();
    }

    private void round() {
        world.clock.advance(Duration.ofSeconds(1));
        world.messenger.deliver();
        operator.lookAfterParked();
        while (world.node().settle() > 0) world.note("settled");
        world.node().orders.expireDue();
        world.node().reconcile();
        world.node().desk.tick();
        crowd.askForAll();
        payers.payAll();
        for (var offer : World.OFFERS) crowd.claimFresh(offer);
    }

    private boolean isSold() {
        return world.queue.depth() == 0
                && World.OFFERS.stream()
                        .map(world.book::balance)
                        .allMatch(book -> book.paid() == book.stock());
    }
}
