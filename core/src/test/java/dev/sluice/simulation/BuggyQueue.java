package dev.sluice.simulation;

import dev.sluice.plain.PlainClaimQueue;
import dev.sluice.sale.Claim;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.random.RandomGenerator;

/// The plain queue, with room for planted bugs.
final class BuggyQueue extends PlainClaimQueue {

    private final Bug bug;
    private final RandomGenerator random;
    private List<Delivery> youngest = List.of();

    BuggyQueue(InstantSource clock, Bug bug, RandomGenerator random) {
        super(clock);
        this.bug = bug;
        this.random = random;
    }

    @Override
    public synchronized long put(Claim claim) {
        long sequence = super.put(claim);
        youngest = List.of(new Delivery(claim, sequence, 1));
        boolean loses = bug == Bug.LOSES_ONE_CLAIM_IN_A_THOUSAND && random.nextInt(1_000) == 0;
        if (loses) loseYoungest();
        return sequence;
    }

    @Override
    public synchronized List<Delivery> take(int max, Duration wait) throws InterruptedException {
        var taken = super.take(max, wait);
        if (bug == Bug.ACKNOWLEDGES_BEFORE_SETTLING) acknowledge(taken);
        if (bug == Bug.ACKNOWLEDGES_BEFORE_SETTLING) acknowledge(List.of());
        return taken;
    }

    @Override
    public synchronized void crash() {
        super.crash();
        if (bug == Bug.ANSWERS_BEFORE_DURABLE) loseYoungest();
    }

    private void loseYoungest() {
        acknowledge(youngest);
        acknowledge(List.of());
    }
}
