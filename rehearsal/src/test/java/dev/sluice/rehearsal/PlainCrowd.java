package dev.sluice.rehearsal;

import dev.sluice.rehearsal.Run.ClaimSeen;
import dev.sluice.rehearsal.Run.ClaimStatus;
import dev.sluice.rehearsal.Run.Oddity;
import dev.sluice.rehearsal.Run.OrderSeen;
import dev.sluice.rehearsal.Run.OrderStatus;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/// The simplest crowd that can be judged: each buyer goes the whole way, some cancel, some want a
/// second unit, some look at claims of others, and those who got nothing come again when all others
/// are done. It tells the checks apart from the crowd that a rehearsal really sends: a flaw that is
/// not seen here is the checks' fault.
final class PlainCrowd {

    private static final int AT_ONCE = 48;
    private static final int CANCELS_EVERY = 5;
    private static final int GREEDY_EVERY = 7;

    private final Caller caller;
    private final String offerId;
    private final List<String> sessions;
    private final boolean pays;
    private final Map<String, ClaimSeen> told = new ConcurrentHashMap<>();
    private final Map<String, OrderStatus> toldOrders = new ConcurrentHashMap<>();
    private final Map<String, Long> answers = new ConcurrentHashMap<>();
    private final Map<Integer, String> lastRefusals = new ConcurrentHashMap<>();
    private final List<Oddity> oddities = new ArrayList<>();
    private boolean isFirstRound = true;

    private PlainCrowd(Caller caller, String offerId, List<String> sessions, boolean pays) {
        this.caller = caller;
        this.offerId = offerId;
        this.sessions = sessions;
        this.pays = pays;
    }

    /// Plays a sale of so many units to so many buyers.
    ///
    /// @param pays whether winners pay or cancel; else they leave it at having won
    static Run play(PlainOperator operator, int units, int buyers, boolean pays) {
        var offer = operator.open(units, "none", 600);
        var sessions = operator.sessions(buyers);
        var crowd = new PlainCrowd(operator.caller(), offer.offerId(), sessions, pays);
        crowd.each(crowd::buy);
        crowd.isFirstRound = false;
        crowd.each(crowd::buyAgain);
        if (pays) crowd.each(crowd::pry);
        var refusals = List.copyOf(crowd.lastRefusals.values());
        int turnedAway = Collections.frequency(refusals, "410 SOLD_OUT");
        var claims = crowd.readClaims();
        var orders = crowd.readOrders();
        var audit = operator.audit(offer.offerId(), units, turnedAway);
        return crowd.run(audit, claims, orders);
    }

    private void each(IntConsumer step) {
        each(sessions.size(), step);
    }

    private static void each(int count, IntConsumer step) {
        try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
            var steps =
                    IntStream.range(0, count)
                            .mapToObj(buyer -> threads.submit(() -> step.accept(buyer)))
                            .toList();
            for (var each : steps) join(each);
        }
    }

    private static void join(Future<?> step) {
        try {
            step.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private Caller as(int buyer) {
        return caller.as(sessions.get(buyer));
    }

    private Caller.Answer count(Caller.Answer answer) {
        answers.merge(answer.kind(), 1L, Long::sum);
        if (answer.status() >= 500) odd(Oddity.Kind.FAULT, answer.kind() + " was answered");
        return answer;
    }

    private void odd(Oddity.Kind kind, String what) {
        synchronized (oddities) {
            oddities.add(new Oddity(kind, 0, what));
        }
    }

    private void buy(int buyer) {
        var refusal = claim(buyer);
        if (!refusal.isEmpty()) lastRefusals.put(buyer, refusal);
        else lastRefusals.remove(buyer);
        if (buyer % GREEDY_EVERY == 0) claim(buyer);
    }

    /// From a challenge to the end of a claim; what was refused, or empty.
    private String claim(int buyer) {
        var me = as(buyer);
        var offer = "/api/v1/offers/" + offerId;
        var challenge = count(me.get(offer + "/challenge")).text("challengeId");
        var solved = new JsonObject().put("challengeId", challenge).put("answer", "");
        var pass = count(me.post(offer + "/passes", solved));
        if (pass.status() != 201) return pass.kind();
        var one = new JsonObject().put("quantity", 1);
        var claim = count(me.post(offer + "/claims/" + pass.text("pass"), one));
        if (claim.status() != 202) return claim.kind();
        var id = claim.text("claimId");
        hear(buyer, id, count(me.get("/api/v1/claims/" + id + "?wait=1")));
        return "";
    }

    private void hear(int buyer, String claimId, Caller.Answer end) {
        var status = end.status() == 200 ? status(end) : ClaimStatus.QUEUED;
        var order = end.text("orderId");
        told.put(
                claimId,
                new ClaimSeen(
                        buyer, offerId, claimId, 1, true, status, order, ClaimStatus.NONE, "", 1));
        if (order.isEmpty() || !pays) return;
        if (isFirstRound && buyer % CANCELS_EVERY == 0) {
            count(as(buyer).post("/api/v1/orders/" + order + "/cancel", ""));
        } else {
            var sandbox = new JsonObject().put("method", "sandbox");
            var payment = count(as(buyer).post("/api/v1/orders/" + order + "/payments", sandbox));
            count(as(buyer).post(payment.text("payUrl") + "/pay", ""));
        }
        var seen = count(as(buyer).get("/api/v1/orders/" + order));
        if (seen.status() == 200) toldOrders.put(order, OrderStatus.valueOf(seen.text("status")));
    }

    private static ClaimStatus status(Caller.Answer answer) {
        return ClaimStatus.valueOf(answer.text("status"));
    }

    private void buyAgain(int buyer) {
        if (lastRefusals.containsKey(buyer)) buy(buyer);
    }

    /// Looks at a claim, which is somebody else's for all buyers but one.
    private void pry(int buyer) {
        var claim = told.values().iterator().next();
        if (claim.buyer() == buyer) return;
        var seen = count(as(buyer).get("/api/v1/claims/" + claim.claimId()));
        if (seen.status() == 200) {
            odd(Oddity.Kind.LEAK, "buyer " + buyer + " was shown claim " + claim.claimId());
        }
    }

    private List<ClaimSeen> readClaims() {
        var claims = new ConcurrentHashMap<String, ClaimSeen>();
        var heard = List.copyOf(told.values());
        each(
                heard.size(),
                i -> {
                    var claim = heard.get(i);
                    var now = as(claim.buyer()).get("/api/v1/claims/" + claim.claimId());
                    var status = now.status() == 200 ? status(now) : ClaimStatus.NONE;
                    var recorded = GreenRun.recorded(claim, status, now.text("orderId"));
                    claims.put(claim.claimId(), recorded);
                });
        return List.copyOf(claims.values());
    }

    private List<OrderSeen> readOrders() {
        var all = new ConcurrentHashMap<String, OrderSeen>();
        each(buyer -> {
            var list = as(buyer).get("/api/v1/orders").body().getJsonArray("orders");
            for (var each : list) {
                var order = (JsonObject) each;
                var id = order.getString("orderId");
                all.put(
                        id,
                        new OrderSeen(
                                buyer,
                                order.getString("offerId"),
                                id,
                                order.getString("claimId"),
                                order.getInteger("quantity"),
                                toldOrders.getOrDefault(id, OrderStatus.NONE),
                                OrderStatus.valueOf(order.getString("status"))));
            }
        });
        return List.copyOf(all.values());
    }

    private Run run(Run.OfferSeen audit, List<ClaimSeen> claims, List<OrderSeen> orders) {
        var plain = new GreenRun().run();
        return new Run(
                plain.scenario(),
                List.of(caller.base()),
                Instant.EPOCH,
                Duration.ofSeconds(1),
                false,
                0,
                List.of(audit),
                claims,
                orders,
                new HashMap<>(answers),
                oddities,
                new Timeline(List.of(), Map.of(), Map.of()),
                plain.pace());
    }
}
