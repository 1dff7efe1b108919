package dev.sluice.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.Soon;
import dev.sluice.server.ApiTest.Visitor;
import dev.sluice.server.Outage.Claims;
import dev.sluice.server.json.Code;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// A sale on the nodes of a [Trial], with people who claim at each of them, before and while
/// something is away, and who are owed what they were told. There are three offers: one of which
/// there is plenty, one that is sold out, and one whose orders nobody pays, so that they expire.
final class TrialSale {

    private static final int PLENTY = 500;
    private static final int FEW = 10;
    private static final int VISITORS = 45;

    /// Passes last for three minutes.
    private static final Duration CLAIMS_FOR = Duration.ofSeconds(150);

    private static final int PAY_WITHIN_SECONDS = 60;

    private record Claimed(String offer, Visitor visitor) {}

    private final Trial trial;
    private final Instant claimsUntil;
    private final String sale;
    private final String plenty;
    private final String scarce;
    private final String unpaid;
    private final List<List<Visitor>> crowds = new ArrayList<>();
    private final int[] next = new int[Trial.NODES];
    private final List<Claimed> acknowledged = new ArrayList<>();
    private final List<Claimed> unsure = new ArrayList<>();

    /// The sale is open on both nodes; one offer is sold out, and the orders of another wait for
    /// their payment.
    TrialSale(Trial trial) {
        this.trial = trial;
        var first = publish(900, PLENTY, FEW);
        sale = first.text("saleId");
        plenty = first.text("offers/0/offerId");
        scarce = first.text("offers/1/offerId");
        unpaid = publish(PAY_WITHIN_SECONDS, FEW).text("offers/0/offerId");
        for (int node = 0; node < Trial.NODES; node++) {
            for (var offer : List.of(plenty, unpaid)) awaitKnown(node, offer);
        }
        claimsUntil = trial.clock().instant().plus(CLAIMS_FOR);
        for (int node = 0; node < Trial.NODES; node++) {
            var crowd = crowd(node, plenty, VISITORS);
            crowds.add(crowd);
            // They have been seen elsewhere, too, as people are who have logged in.
            var elsewhere = trial.api(1 - node);
            for (var visitor : crowd) {
                answered(() -> elsewhere.as(visitor.session()).get("/orders")).is(200);
            }
        }
        for (var offer : List.of(scarce, unpaid)) {
            for (var visitor : crowd(0, offer, FEW)) claimAndWait(0, new Claimed(offer, visitor));
        }
        awaitSettled();
    }

    /// As many people claim at a node, one after the other. Whoever is not answered in time, on a
    /// busy machine, asks again.
    ///
    /// @param expected what they are to be told
    void claimSome(int node, int count, Claims expected) {
        for (int i = 0; i < count; i++) {
            var claimed = new Claimed(plenty, crowds.get(node).get(next[node]++));
            switch (expected) {
                case QUEUED -> claimAndWait(node, claimed);
                case UNAVAILABLE -> claimInVain(repeat(node, claimed), claimed);
                case EITHER -> claimOnce(node, claimed);
            }
        }
    }

    private void claimOnce(int node, Claimed claimed) {
        var answer = repeat(node, claimed);
        if (answer.status() == 202) acknowledged.add(claimed);
        else claimInVain(answer, claimed);
    }

    private void claimInVain(Answer answer, Claimed claimed) {
        answer.is(Code.UNAVAILABLE);
        unsure.add(claimed);
    }

    /// Whether those who have not claimed yet still may.
    boolean mayClaim() {
        return trial.clock().instant().isBefore(claimsUntil);
    }

    private void claimAndWait(int node, Claimed claimed) {
        Soon.until("node " + node + " takes a claim", () -> isTaken(repeat(node, claimed)));
        acknowledged.add(claimed);
    }

    /// Whoever asks too often is told so, and asks again.
    private static boolean isTaken(Answer answer) {
        assertTrue(List.of(200, 202, 429, 503).contains(answer.status()), answer::toString);
        return answer.status() < 300;
    }

    /// All parts are there again. Ready means that a node can do everything, also for somebody who
    /// has just come.
    void endsWell() {
        for (int node = 0; node < Trial.NODES; node++) {
            int asked = node;
            Soon.until("node " + node + " is ready", () -> trial.isReady(asked));
            claimAndWait(node, new Claimed(plenty, crowd(node, plenty, 1).getFirst()));
        }
        for (var claimed : unsure) findOut(claimed);
        awaitSettled();
        for (int node = 0; node < Trial.NODES; node++) assertWonAt(node);
        assertMarks();
        assertBalanced();
        for (int node = 0; node < Trial.NODES; node++) {
            assertEquals(0, trial.metric(node, "sluice_corrections"), "corrections");
            assertEquals(0, trial.metric(node, "sluice_parked_claims"), "parked");
            assertEquals(0, trial.metric(node, "sluice_bugs_total"), "bugs");
        }
    }

    /// Who was told that it is not known asks again: the claim is there, or is taken now, or was
    /// never taken and its pass is too old.
    private void findOut(Claimed claimed) {
        var last = new AtomicReference<Answer>();
        Soon.until(
                () -> "it is known: " + last.get(),
                () -> {
                    last.set(repeat(0, claimed));
                    return last.get().status() == 403 || isTaken(last.get());
                });
        if (last.get().status() == 403) last.get().is(Code.PASS_INVALID);
        else acknowledged.add(claimed);
    }

    /// Everybody who was told that the claim is queued finds it won at this node.
    void assertWonAt(int node) {
        for (var claimed : acknowledged) awaitWon(node, claimed);
    }

    /// Somebody who has not claimed yet is refused for good.
    void assertRefusedAt(int node, Code code) {
        var claimed = new Claimed(plenty, crowds.get(node).getLast());
        answered(() -> repeat(node, claimed)).is(code);
    }

    void awaitSettled() {
        Soon.until(() -> "all is settled, of which are left " + depth(), () -> depth() == 0);
    }

    private long depth() {
        return trial.metric(0, "sluice_queue_depth");
    }

    private void awaitWon(int node, Claimed claimed) {
        Soon.until(
                () -> "node %d says of a claim: %s".formatted(node, repeat(node, claimed)),
                () -> repeat(node, claimed).body().contains("\"WON\""));
    }

    private Answer repeat(int node, Claimed claimed) {
        return claim(node, claimed.offer, claimed.visitor);
    }

    /// What is sold out is called so at both nodes, until somebody gives a unit back at one; and
    /// what has expired is on sale again.
    private void assertMarks() {
        for (int node = 0; node < Trial.NODES; node++) {
            awaitAvailability(node, 1, "SOLD_OUT");
            awaitAvailability(node, 0, "OPEN");
            awaitFree(node, unpaid, FEW);
        }
        restock();
        for (int node = 0; node < Trial.NODES; node++) awaitAvailability(node, 1, "OPEN");
    }

    /// One unit more of what is sold out, at the first node.
    void restock() {
        trial.operator(0).post("/admin/offers/" + scarce + "/restock", Map.of("quantity", 1));
    }

    private void awaitAvailability(int node, int offer, String expected) {
        var path = "offers/" + offer + "/availability";
        Soon.until(
                "node %d calls offer %d %s".formatted(node, offer, expected),
                () -> trial.api(node).get("/sales/" + sale).text(path).equals(expected));
    }

    private void awaitFree(int node, String offer, long free) {
        Soon.until(
                () -> "%d are free: %s".formatted(free, audit(node, offer)),
                () -> audit(node, offer).number("free") == free);
    }

    private void assertBalanced() {
        long sold = acknowledged.stream().filter(one -> one.offer.equals(plenty)).count();
        awaitFree(0, plenty, PLENTY - sold);
        for (var offer : List.of(plenty, scarce, unpaid)) {
            Soon.until(
                    () -> "balanced: " + audit(0, offer),
                    () -> audit(0, offer).text("balanced").equals("true"));
            assertEquals(0, audit(0, offer).number("held"));
        }
        assertEquals(sold, audit(0, plenty).number("unpaid"));
    }

    private Answer audit(int node, String offer) {
        var path = "/admin/offers/" + offer + "/audit";
        return answered(() -> trial.operator(node).get(path)).is(200);
    }

    /// On a busy machine a server may not answer a node in time; then the node is asked again.
    private static Answer answered(Supplier<Answer> question) {
        var last = new AtomicReference<Answer>();
        Soon.until(
                () -> "it is answered: " + last.get(),
                () -> {
                    last.set(question.get());
                    return last.get().status() != Code.UNAVAILABLE.status();
                });
        return last.get();
    }

    private void awaitKnown(int node, String offer) {
        Soon.until(
                "node " + node + " knows the sale",
                () ->
                        trial.operator(node)
                                        .post("/admin/rehearsal/buyers", asked(offer, 1))
                                        .status()
                                == 200);
    }

    private List<Visitor> crowd(int node, String offer, int count) {
        var path = "/admin/rehearsal/buyers";
        var asked = asked(offer, count);
        return visitors(answered(() -> trial.operator(node).post(path, asked)).is(200));
    }

    private static Map<String, Object> asked(String offer, int count) {
        return Map.of("count", count, "offerId", offer);
    }

    private static List<Visitor> visitors(Answer answer) {
        return answer.body()
                .lines()
                .map(line -> line.split("\t"))
                .map(parts -> new Visitor(parts[0], parts[1]))
                .toList();
    }

    private Answer claim(int node, String offer, Visitor visitor) {
        var path = "/offers/" + offer + "/claims/" + visitor.pass();
        return trial.api(node).as(visitor.session()).post(path, Map.of("quantity", 1));
    }

    private Answer publish(int payWithinSeconds, int... stocks) {
        var now = trial.clock().instant();
        var asked = new HashMap<String, Object>();
        asked.put("title", "A sale");
        asked.put("opensAt", now.minus(Duration.ofMinutes(1)).toString());
        asked.put("closesAt", now.plus(Duration.ofHours(1)).toString());
        asked.put("challenge", "none");
        asked.put("payWithinSeconds", payWithinSeconds);
        var offers = new ArrayList<Object>();
        for (int stock : stocks) {
            var product = Map.of("name", "Phone X", "description", "Black");
            var id = trial.operator(0).post("/admin/products", product).is(201).text("productId");
            var price = Map.of("amount", 100, "currency", "CNY");
            offers.add(Map.of("productId", id, "price", price, "stock", stock));
        }
        asked.put("offers", offers);
        var draft = trial.operator(0).post("/admin/sales", asked).is(201).text("saleId");
        return trial.operator(0).post("/admin/sales/" + draft + "/publish").is(200);
    }
}
