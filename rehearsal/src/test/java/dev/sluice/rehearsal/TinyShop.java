package dev.sluice.rehearsal;

import dev.sluice.rehearsal.evidence.Run.ClaimStatus;
import dev.sluice.rehearsal.evidence.Run.OrderStatus;
import dev.sluice.rehearsal.evidence.Run.Units;
import dev.sluice.rehearsal.verdict.Sums;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.Consumer;

/// The rules of [TinySluice] and all it knows, in memory. One thread owns it.
final class TinyShop {

    private static final int SPECIAL_CLAIM = 7;
    private static final int LOST_CLAIM = 10_000;

    /// A refusal: the status and code of the contract.
    static final class Refusal extends RuntimeException {

        private static final long serialVersionUID = 1;

        final int status;
        final String code;
        final String field;

        Refusal(int status, String code, String field) {
            super(code, null, false, false);
            this.status = status;
            this.code = code;
            this.field = field;
        }

        Refusal(int status, String code) {
            this(status, code, null);
        }
    }

    static final class Buyer {
        final List<Claim> claims = new ArrayList<>();
        final List<Order> orders = new ArrayList<>();
        final Map<Offer, String> openPasses = new HashMap<>();
    }

    static final class Sale {
        String id;
        String title;
        Instant opensAt;
        Instant closesAt;
        Instant createdAt;
        String challenge;
        String repeat;
        int gateFactor;
        int payWithinSeconds;
        boolean published;
        boolean closed;
        final List<Offer> offers = new ArrayList<>();

        String stateAt(Instant now) {
            if (!published) return "DRAFT";
            if (closed || !now.isBefore(closesAt)) return "CLOSED";
            return now.isBefore(opensAt) ? "UPCOMING" : "OPEN";
        }
    }

    static final class Offer {
        String id;
        Sale sale;
        JsonObject product;
        JsonObject price;
        JsonObject listPrice;
        int perBuyer;
        long stock;
        long free;
        long held;
        long unpaid;
        long paid;

        String availabilityAt(Instant now) {
            var state = sale.stateAt(now);
            if (state.equals("DRAFT")) return "UPCOMING";
            return state.equals("OPEN") && free <= 0 ? "SOLD_OUT" : state;
        }
    }

    record Pass(String text, Buyer buyer, Offer offer) {

        String claimId() {
            return text.substring(0, 22);
        }
    }

    static final class Claim {
        String id;
        Buyer buyer;
        Offer offer;
        int quantity;
        long number;
        ClaimStatus status = ClaimStatus.QUEUED;
        boolean hasTwin;
        Order order;
        final List<Consumer<Claim>> waiting = new ArrayList<>();
    }

    static final class Order {
        String id;
        Claim claim;
        OrderStatus status = OrderStatus.UNPAID;
        Instant placedAt;
        Instant expiresAt;
        Instant paidAt;
        String note;
        Payment openPayment;
    }

    static final class Payment {
        String id;
        Order order;
        boolean isOpen = true;
    }

    record Challenge(String id, String kind, String nonce, Offer offer, Buyer buyer) {}

    final Map<String, JsonObject> products = new HashMap<>();
    final Map<String, Sale> sales = new HashMap<>();
    final Map<String, Offer> offers = new HashMap<>();
    final Map<String, Buyer> sessions = new HashMap<>();
    final Map<String, Challenge> challenges = new HashMap<>();
    final Map<String, Pass> passes = new HashMap<>();
    final Map<String, Claim> claims = new HashMap<>();
    final Map<String, Order> orders = new HashMap<>();
    final Map<String, Payment> payments = new HashMap<>();
    final TinyIds ids = new TinyIds();
    final TinyLedger ledger;

    private final PlantedFlaw flaw;
    private final InstantSource clock;
    private final Consumer<Claim> changed;
    private final ArrayDeque<Claim> queue = new ArrayDeque<>();
    private final PriorityQueue<Order> deadlines =
            new PriorityQueue<>(Comparator.comparing(order -> order.expiresAt));
    private volatile boolean hasActed;

    /// How often an operator has asked for an audit.
    int audits;

    private boolean hasTwin;
    private long claimNumber;

    /// @param changed hears of each claim that was taken or has ended
    TinyShop(PlantedFlaw flaw, InstantSource clock, Consumer<Claim> changed) {
        this.flaw = flaw;
        this.clock = clock;
        this.ledger = new TinyLedger(clock);
        this.changed = changed;
    }

    /// Whether this is its flaw. Who asks is about to act on it.
    boolean acts(PlantedFlaw one) {
        if (flaw != one) return false;
        hasActed = true;
        return true;
    }

    /// Whether the flaw has shown itself yet; without one there is nothing to wait for.
    boolean hasActed() {
        return hasActed || flaw == PlantedFlaw.NONE;
    }

    Instant now() {
        return clock.instant();
    }

    int queueDepth() {
        return queue.size();
    }

    /// Units come into an offer: its first ones, or more of them.
    void stock(Offer offer, long units) {
        boolean isFirst = offer.stock == 0;
        if (!isFirst && acts(PlantedFlaw.FORGETS_RESTOCKS)) return;
        if (isFirst && acts(PlantedFlaw.INVENTS_A_UNIT)) {
            offer.stock++;
            offer.free++;
        }
        offer.stock += units;
        offer.free += units;
        if (isFirst && acts(PlantedFlaw.OVERSELLS_BY_ONE)) offer.free++;
        ledger.stocked(offer, units);
    }

    void refuseByFact(Offer offer) {
        switch (offer.availabilityAt(now())) {
            case "UPCOMING" -> throw new Refusal(409, "NOT_OPEN");
            case "CLOSED" -> throw new Refusal(409, "CLOSED");
            case "SOLD_OUT" -> throw new Refusal(410, "SOLD_OUT");
            default -> {}
        }
    }

    Challenge challenge(Offer offer, Buyer buyer) {
        var challenge =
                new Challenge(ids.text(24), offer.sale.challenge, ids.text(11), offer, buyer);
        challenges.put(challenge.id, challenge);
        return challenge;
    }

    /// A pass for a right answer; the one that is out already, if there is one.
    Pass pass(Buyer buyer, Offer offer, JsonObject answer) {
        var challenge = challenges.remove(answer.getString("challengeId"));
        boolean isOwn =
                challenge != null
                        && challenge.offer == offer
                        && (challenge.buyer == null || challenge.buyer == buyer);
        if (!isOwn || !TinyIds.isSolved(challenge, answer.getString("answer"))) {
            throw new Refusal(403, "CHALLENGE_FAILED");
        }
        return mint(buyer, offer);
    }

    Pass mint(Buyer buyer, Offer offer) {
        var text = buyer.openPasses.computeIfAbsent(offer, _ -> ids.text(49));
        return passes.computeIfAbsent(text, _ -> new Pass(text, buyer, offer));
    }

    /// The claim that this pass of this buyer is already, or null.
    Claim findClaim(Buyer buyer, Offer offer, String text) {
        var pass = passes.get(text);
        if (pass == null || pass.buyer != buyer || pass.offer != offer) return null;
        return claims.get(pass.claimId());
    }

    Claim claim(Buyer buyer, Offer offer, String text, long quantity) {
        var pass = passes.get(text);
        if (pass == null || pass.buyer != buyer || pass.offer != offer) {
            throw new Refusal(403, "PASS_INVALID");
        }
        if (isOverLimit(buyer, offer, quantity)) throw new Refusal(409, "OVER_LIMIT");
        if (offer.free < quantity) throw new Refusal(410, "SOLD_OUT");
        var claim = new Claim();
        claim.id = pass.claimId();
        claim.buyer = buyer;
        claim.offer = offer;
        claim.quantity = Math.toIntExact(quantity);
        claim.number = ++claimNumber;
        offer.free -= quantity;
        offer.held += quantity;
        buyer.openPasses.remove(offer);
        buyer.claims.add(claim);
        claims.put(claim.id, claim);
        boolean mayTwin = !hasTwin && offer.free >= quantity;
        if (mayTwin && acts(PlantedFlaw.TWO_ORDERS_FOR_A_CLAIM)) holdTwin(claim);
        queue.add(claim);
        changed.accept(claim);
        return claim;
    }

    /// The first claim that leaves enough units for a second order holds them as well.
    private void holdTwin(Claim claim) {
        hasTwin = true;
        claim.hasTwin = true;
        claim.offer.free -= claim.quantity;
        claim.offer.held += claim.quantity;
    }

    private boolean isOverLimit(Buyer buyer, Offer offer, long quantity) {
        long units = quantity;
        for (var claim : buyer.claims) {
            if (claim.offer != offer) continue;
            boolean isLive = claim.order != null && Sums.LIVE.contains(claim.order.status);
            if (claim.status == ClaimStatus.QUEUED || isLive) units += claim.quantity;
        }
        return units > offer.perBuyer && !acts(PlantedFlaw.IGNORES_LIMITS);
    }

    /// Settles what is queued and expires what is due.
    void tick() {
        for (int i = queue.size(); i > 0; i--) settle(queue.remove());
        while (!deadlines.isEmpty() && !now().isBefore(deadlines.peek().expiresAt)) {
            var order = deadlines.remove();
            if (order.status == OrderStatus.UNPAID) end(order, OrderStatus.EXPIRED);
        }
    }

    private void settle(Claim claim) {
        boolean isSpecial = claim.number == SPECIAL_CLAIM;
        boolean isStuck =
                acts(PlantedFlaw.ALL_CLAIMS_QUEUED_FOR_EVER)
                        || isSpecial && acts(PlantedFlaw.ONE_CLAIM_QUEUED_FOR_EVER);
        if (isStuck) return;
        var offer = claim.offer;
        offer.held -= claim.quantity;
        boolean isDue = claim.number % LOST_CLAIM == 0;
        if (isDue && acts(PlantedFlaw.LOSES_ONE_CLAIM_IN_TEN_THOUSAND)) {
            offer.free += claim.quantity;
            forget(claim);
            return;
        }
        claim.order = order(claim);
        claim.status = ClaimStatus.WON;
        if (claim.hasTwin) {
            offer.held -= claim.quantity;
            order(claim);
        }
        if (isSpecial && acts(PlantedFlaw.TELLS_LOST_BUT_RECORDS_WON)) {
            claim.status = ClaimStatus.LOST;
        }
        tellEnd(claim);
    }

    private void forget(Claim claim) {
        claims.remove(claim.id);
        passes.values().removeIf(pass -> pass.claimId().equals(claim.id));
        claim.buyer.claims.remove(claim);
    }

    private void tellEnd(Claim claim) {
        for (var waiting : List.copyOf(claim.waiting)) waiting.accept(claim);
        changed.accept(claim);
    }

    private Order order(Claim claim) {
        var order = new Order();
        order.id = ids.next();
        order.claim = claim;
        order.placedAt = now();
        order.expiresAt = order.placedAt.plusSeconds(claim.offer.sale.payWithinSeconds);
        claim.offer.unpaid += claim.quantity;
        claim.buyer.orders.add(order);
        orders.put(order.id, order);
        deadlines.add(order);
        ledger.moved(order, "SETTLED", "HELD", "UNPAID");
        return order;
    }

    /// An unpaid order ends and its units are free again.
    void end(Order order, OrderStatus status) {
        var offer = order.claim.offer;
        order.status = status;
        offer.unpaid -= order.claim.quantity;
        if (!acts(PlantedFlaw.FORGETS_EXPIRED_UNITS)) offer.free += order.claim.quantity;
        ledger.moved(order, status.name(), "UNPAID", "FREE");
    }

    /// What is paid too late revives its order while units are free, and is refunded otherwise.
    void pay(Order order) {
        var offer = order.claim.offer;
        int units = order.claim.quantity;
        switch (order.status) {
            case UNPAID -> {
                offer.unpaid -= units;
                pay(order, OrderStatus.PAID, null);
                ledger.moved(order, "PAID", "UNPAID", "PAID");
            }
            case EXPIRED, CANCELLED -> {
                boolean isFree = offer.free >= units;
                if (!isFree) {
                    pay(order, OrderStatus.REFUNDED, "REFUNDED");
                    return;
                }
                offer.free -= units;
                pay(order, OrderStatus.PAID, "REVIVED");
                ledger.moved(order, "REVIVED", "FREE", "PAID");
            }
            case NONE, PAID, REFUNDED -> {}
        }
    }

    private void pay(Order order, OrderStatus status, String note) {
        order.status = status;
        order.paidAt = now();
        order.note = note;
        if (status == OrderStatus.PAID) order.claim.offer.paid += order.claim.quantity;
    }

    /// Where the units are, or what a flawed audit makes of it.
    Units audit(Offer offer) {
        long gap = offer.stock - offer.free - offer.held - offer.unpaid - offer.paid;
        if (gap == 0 || !flaw.hides()) {
            return new Units(offer.stock, offer.free, offer.held, offer.unpaid, offer.paid);
        }
        if (gap > 0) {
            return new Units(offer.stock, offer.free, offer.held, offer.unpaid + gap, offer.paid);
        }
        long free = Math.max(0, offer.free + gap);
        long unpaid = Math.max(0, offer.unpaid + offer.free + gap - free);
        long paid = offer.stock - free - offer.held - unpaid;
        return new Units(offer.stock, free, offer.held, unpaid, paid);
    }
}
