package dev.sluice.contracts;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimQueue;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.HoldStore;
import dev.sluice.port.Supply;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Hold;
import dev.sluice.sale.Reservation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/// Claims, supplies and crowds for the suites of the hold store and the claim queue.
public final class HoldSamples {

    public static final OfferId OFFER = new OfferId(7_001);
    public static final OfferId OTHER_OFFER = new OfferId(7_002);
    public static final Instant NOON = Instant.parse("2026-11-11T12:00:00Z");

    /// How long a test waits for what must come. It is not waited out when all is well.
    public static final Duration SOON = Soon.LIMIT;

    /// How long a test waits for what must not come.
    public static final Duration A_MOMENT = Duration.ofMillis(20);

    private static final AtomicLong CLAIMS = new AtomicLong();

    private HoldSamples() {}

    /// A new claim for units of [#OFFER].
    public static Claim claim(String buyer, int units) {
        return claim(OFFER, buyer, units);
    }

    public static Claim claim(OfferId offer, String buyer, int units) {
        long count = CLAIMS.incrementAndGet();
        // Ids in an order that looks random, as those of real passes may.
        var id = new ClaimId(count * 0x9E3779B97F4A7C15L & Long.MAX_VALUE);
        return new Claim(id, offer, buyer(buyer), units, NOON.plusMillis(count));
    }

    /// New claims for one unit each, by as many buyers.
    public static List<Claim> claims(int count) {
        var claims = new ArrayList<Claim>();
        for (int i = 0; i < count; i++) claims.add(claim("buyer-" + i, 1));
        return claims;
    }

    public static BuyerId buyer(String name) {
        return new BuyerId(name.hashCode() & Long.MAX_VALUE);
    }

    /// What the book says of [#OFFER] before anything is sold.
    public static Supply supply(int stock, int perBuyer) {
        return new Supply(OFFER, stock, perBuyer, List.of(), Map.of());
    }

    /// What the book says of [#OFFER], two units to a buyer, when these claims have units or ended.
    public static Supply supply(int stock, List<Claim> sold, List<Claim> ended) {
        Map<ClaimId, BuyerId> none = new HashMap<>();
        for (var claim : ended) none.put(claim.id(), claim.buyer());
        return new Supply(OFFER, stock, 2, holds(sold), none);
    }

    public static List<Hold> holds(Claim... claims) {
        return holds(Arrays.asList(claims));
    }

    public static List<Hold> holds(List<Claim> claims) {
        return claims.stream().map(Claim::hold).toList();
    }

    public static Reservation reserve(HoldStore store, Claim claim) {
        return store.reserve(List.of(claim)).getFirst();
    }

    /// Takes until so many claims have come, or time is up.
    public static List<Delivery> take(ClaimQueue queue, int count) throws InterruptedException {
        var taken = new ArrayList<Delivery>();
        while (taken.size() < count) {
            var more = queue.take(count - taken.size(), SOON);
            if (more.isEmpty()) return taken;
            taken.addAll(more);
        }
        return taken;
    }

    /// Takes whatever is there.
    public static List<Delivery> takeAll(ClaimQueue queue) throws InterruptedException {
        var taken = new ArrayList<Delivery>();
        for (var more = queue.take(100, A_MOMENT); !more.isEmpty(); ) {
            taken.addAll(more);
            more = queue.take(100, A_MOMENT);
        }
        return taken;
    }

    public static List<Claim> claimsOf(List<Delivery> deliveries) {
        return deliveries.stream().map(Delivery::claim).toList();
    }

    /// Holds so many new claims, for one unit each, so that they are queued.
    public static List<Claim> queue(TestStores stores, int count) {
        var claims = claims(count);
        stores.holds().prepare(supply(1_000, 2));
        stores.holds().reserve(claims);
        return claims;
    }

    public static List<Delivery> queueAndTake(TestStores stores, int count)
            throws InterruptedException {
        queue(stores, count);
        return take(stores.queue(), count);
    }
}
