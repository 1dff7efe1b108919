package dev.sluice.simulation;

import dev.sluice.id.OfferId;
import dev.sluice.plain.ManualClock;
import dev.sluice.plain.PlainCatalogue;
import dev.sluice.plain.PlainGrants;
import dev.sluice.plain.Samples;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Sale;
import dev.sluice.sale.Sale.ChallengeKind;
import dev.sluice.sale.Sale.Repeat;
import dev.sluice.sale.Sale.Stage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// What is there whatever happens to the node: time, chance, the stores with what is durable in
/// them, and the trace of the run.
final class World {

    static final List<OfferId> OFFERS = List.of(new OfferId(11), new OfferId(12));
    static final int PER_BUYER = 2;
    static final Duration PAY_WITHIN = Duration.ofSeconds(30);
    static final Duration PASS_LIFETIME = Duration.ofSeconds(20);

    final ManualClock clock = new ManualClock();
    final RandomGenerator random;
    final Faults faults;
    final BuggyQueue queue;
    final BuggyStore store;
    final BuggyBook book;
    final PlainCatalogue catalogue;
    final PlainGrants grants = new PlainGrants();
    final Messenger messenger;
    private final StringBuilder trace = new StringBuilder();
    private Node node;

    World(long seed, Bug bug) {
        random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        faults = new Faults(random);
        queue = new BuggyQueue(clock, bug, random);
        store = new BuggyStore(queue, bug);
        book = new BuggyBook(faults, bug, store);
        catalogue = new PlainCatalogue(book);
        messenger = new Messenger(faults, bug);
        catalogue.insertSale(draft());
        restart();
        node.desk.move(Samples.SALE, Stage.PUBLISHED);
    }

    Node node() {
        return node;
    }

    void note(Object what) {
        trace.append(what).append('\n');
    }

    String trace() {
        return trace.toString();
    }

    /// The process is gone, and a new one starts, as often as it takes.
    void restart() {
        boolean up = false;
        while (!up) {
            note("restart");
            store.crash();
            queue.crash();
            messenger.crash();
            clock.advance(Duration.ofSeconds(1));
            up = start();
        }
    }

    private boolean start() {
        try {
            node = new Node(this);
            node.desk.load();
            return true;
        } catch (Unavailable | Crash fault) {
            return false;
        }
    }

    private Sale draft() {
        var offers = OFFERS.stream().map(this::offer).toList();
        return new Sale(
                Samples.SALE,
                "Simulated sale",
                ManualClock.START,
                ManualClock.START.plus(Duration.ofDays(1)),
                Stage.DRAFT,
                ChallengeKind.NONE,
                5,
                PAY_WITHIN,
                Repeat.NONE,
                Optional.empty(),
                ManualClock.START,
                offers);
    }

    private Offer offer(OfferId id) {
        return Samples.offer(id, 3 + random.nextInt(10), PER_BUYER);
    }
}
