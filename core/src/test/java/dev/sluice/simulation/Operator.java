package dev.sluice.simulation;

import dev.sluice.plain.Samples;
import dev.sluice.sale.Sale.Stage;
import java.util.Optional;

/// Restocks, pauses and resumes the sale, and looks after parked claims.
final class Operator {

    private static final int RESTOCKS_MAX = 3;

    private final World world;
    private int restocks;

    Operator(World world) {
        this.world = world;
    }

    void restock() {
        if (restocks == RESTOCKS_MAX) return;
        restocks++;
        var offer = World.OFFERS.get(world.random.nextInt(World.OFFERS.size()));
        world.note("restock " + offer);
        world.node().desk.restock(offer, 1 + world.random.nextInt(3), Optional.empty());
    }

    void pause() {
        world.note("pause " + world.node().desk.move(Samples.SALE, Stage.PAUSED));
    }

    void resume() {
        world.note("resume " + world.node().desk.move(Samples.SALE, Stage.PUBLISHED));
    }

    void lookAfterParked() {
        for (var parked : world.node().queue.parked(10)) {
            var claim = parked.claim().id();
            boolean drops = world.random.nextBoolean();
            world.note((drops ? "drop " : "unpark ") + claim);
            if (drops) world.node().settlement.drop(claim);
            else world.node().queue.unpark(claim);
        }
    }
}
