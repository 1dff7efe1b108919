package dev.sluice.contracts;

import static dev.sluice.contracts.HoldSamples.OFFER;
import static dev.sluice.contracts.HoldSamples.OTHER_OFFER;
import static dev.sluice.contracts.HoldSamples.claim;
import static dev.sluice.contracts.HoldSamples.takeAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.OfferId;
import dev.sluice.plain.ManualClock;
import dev.sluice.plain.PlainClaimQueue;
import dev.sluice.plain.PlainHoldStore;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.Supply;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Hold;
import dev.sluice.sale.Reservation;
import dev.sluice.sale.Reservation.Held;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;

/// One random walk: a sale of two offers with buyers, settlement, expiry, late money, restocks,
/// restarts and crashes, in any order. Each step is done to the stores and to a [PlainHoldStore];
/// all answers and balances must be equal after each. In the end everything must come to rest.
final class HoldStoreWalk {

    private static final List<OfferId> OFFERS = List.of(OFFER, OTHER_OFFER);

    private final TestStores stores;
    private final PlainClaimQueue plainQueue = new PlainClaimQueue(new ManualClock());
    private final PlainHoldStore plain = new PlainHoldStore(plainQueue);
    private final RandomGenerator random;
    private final long seed;
    private final int batchMax;
    private final List<Claim> sent = new ArrayList<>();
    private String step = "start";

    HoldStoreWalk(TestStores stores, long seed, int batchMax) {
        this.stores = stores;
        this.seed = seed;
        this.batchMax = batchMax;
        random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    }

    void run(int steps) throws InterruptedException {
        for (var offer : OFFERS) {
            prepare(new Supply(offer, 4 + random.nextInt(20), 3, List.of(), Map.of()));
        }
        for (int i = 0; i < steps; i++) {
            takeStep(i);
            check();
        }
        comeToRest();
    }

    private void takeStep(int number) throws InterruptedException {
        int dice = random.nextInt(100);
        if (dice < 45) reserve(number);
        else if (dice < 70) settle(number);
        else if (dice < 78) end(number);
        else if (dice < 85) revive(number);
        else if (dice < 90) restock(number);
        else if (dice < 94) prepareAnew(number);
        else startAnew(number);
    }

    private void reserve(int number) {
        var batch = new ArrayList<Claim>();
        int size = 1 + random.nextInt(batchMax);
        for (int i = 0; i < size; i++) batch.add(random.nextInt(4) == 0 ? anySent() : newClaim());
        step = number + ": reserve " + batch;
        var expected = plain.reserve(batch);
        var answers = stores.holds().reserve(batch);
        for (int i = 0; i < size; i++) assertSame(expected.get(i), answers.get(i));
    }

    /// Settles some of what is queued: sold, lost, tried again or set aside.
    private void settle(int number) throws InterruptedException {
        var taken = stores.queue().take(1 + random.nextInt(5), Duration.ZERO);
        step = number + ": settle " + taken;
        for (var delivery : taken) {
            switch (random.nextInt(10)) {
                case 0 -> stores.queue().retry(delivery, stores.now(), "tried again");
                case 1 -> stores.queue().park(delivery, "set aside");
                case 2 -> acknowledge(delivery, false);
                case 3 -> {
                    // Settlement has died in between: it is delivered again after a restart.
                }
                default -> acknowledge(delivery, true);
            }
        }
    }

    private void acknowledge(Delivery delivery, boolean won) {
        var hold = List.of(delivery.claim().hold());
        if (won) {
            plain.confirm(hold);
            stores.holds().confirm(hold);
        } else {
            plain.release(hold);
            stores.holds().release(hold);
        }
        stores.queue().acknowledge(List.of(delivery));
        plainQueue.acknowledge(List.of(delivery));
    }

    /// An order ends, or an old message arrives late.
    private void end(int number) {
        var holds = List.of(anySent().hold());
        boolean late = random.nextInt(4) == 0;
        step = number + (late ? ": confirm " : ": release ") + holds;
        if (plain.find(holds.getFirst().claim()).isEmpty()) return;
        if (late) {
            plain.confirm(holds);
            stores.holds().confirm(holds);
        } else {
            plain.release(holds);
            stores.holds().release(holds);
        }
    }

    private void revive(int number) {
        Hold hold = anySent().hold();
        step = number + ": revive " + hold;
        assertEquals(plain.revive(hold), stores.holds().revive(hold), this::where);
    }

    private void restock(int number) {
        var offer = OFFERS.get(random.nextInt(2));
        int stock = plain.balance(offer).orElseThrow().stock() + random.nextInt(4) - 1;
        step = number + ": restock " + offer + " to " + stock;
        plain.restock(offer, stock);
        stores.holds().restock(offer, stock);
    }

    private void prepareAnew(int number) {
        var offer = OFFERS.get(random.nextInt(2));
        step = number + ": prepare " + offer;
        var supply = plain.supply(offer);
        plain.forget(offer);
        stores.holds().forget(offer);
        check();
        prepare(supply);
    }

    private void startAnew(int number) {
        boolean orderly = random.nextBoolean();
        step = number + (orderly ? ": restart" : ": crash");
        if (orderly) stores.restart();
        else stores.crash();
        for (var offer : OFFERS) prepare(plain.supply(offer));
    }

    /// After a last restart everything queued is delivered and settled, and nothing stays held.
    private void comeToRest() throws InterruptedException {
        startAnew(-1);
        check();
        step = "rest";
        for (var parked : stores.queue().parked(1_000)) {
            assertTrue(stores.queue().unpark(parked.claim().id()), this::where);
        }
        for (var delivery : takeAll(stores.queue())) acknowledge(delivery, true);
        assertEquals(List.of(), plainQueue.all(), this::where);
        assertEquals(0, stores.queue().depth(), this::where);
        check();
        for (var offer : OFFERS) {
            assertEquals(0, stores.holds().balance(offer).orElseThrow().held(), this::where);
        }
    }

    private void prepare(Supply supply) {
        plain.prepare(supply);
        stores.holds().prepare(supply);
    }

    private Claim newClaim() {
        var buyer = "buyer-" + random.nextInt(12);
        var claim = claim(OFFERS.get(random.nextInt(2)), buyer, 1 + random.nextInt(3));
        sent.add(claim);
        return claim;
    }

    private Claim anySent() {
        return sent.isEmpty() ? newClaim() : sent.get(random.nextInt(sent.size()));
    }

    private void check() {
        for (var offer : OFFERS) {
            var balance = stores.holds().balance(offer);
            assertEquals(plain.balance(offer), balance, this::where);
            balance.ifPresent(units -> assertTrue(units.adds(), this::where));
        }
        var claim = anySent();
        assertEquals(
                plain.find(claim.id()).map(state -> state.hold()),
                stores.holds().find(claim.id()).map(state -> state.hold()),
                this::where);
    }

    private void assertSame(Reservation expected, Reservation answer) {
        if (expected instanceof Held held && answer instanceof Held other) {
            assertEquals(held.claim(), other.claim(), this::where);
            assertEquals(held.again(), other.again(), this::where);
        } else {
            assertEquals(expected, answer, this::where);
        }
    }

    private String where() {
        return "seed " + seed + ", step " + step;
    }
}
