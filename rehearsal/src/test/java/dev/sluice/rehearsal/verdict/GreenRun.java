package dev.sluice.rehearsal.verdict;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.evidence.Run.ClaimSeen;
import dev.sluice.rehearsal.evidence.Run.ClaimStatus;
import dev.sluice.rehearsal.evidence.Run.Oddity;
import dev.sluice.rehearsal.evidence.Run.OfferSeen;
import dev.sluice.rehearsal.evidence.Run.OrderSeen;
import dev.sluice.rehearsal.evidence.Run.OrderStatus;
import dev.sluice.rehearsal.evidence.Run.Units;
import dev.sluice.rehearsal.evidence.Timeline;
import dev.sluice.rehearsal.evidence.Timeline.Percentiles;
import dev.sluice.rehearsal.evidence.Timeline.Second;
import dev.sluice.rehearsal.scenario.Scenario;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/// A small run in which everything went well, for tests to spoil in one place.
///
/// The phone has five units and was asked for by more: buyers 1 to 3 paid, 4 has not yet, 5 let the
/// order expire, 6 got that unit and paid, 7 lost. The lamp has three units and nobody was turned
/// away: buyer 8 paid for one, 9 cancelled. Nothing was ever heard of the claim of buyer 10. The
/// claim of buyer n is `claim-n`, and its order `order-n`.
final class GreenRun {

    static final String PHONE = "offer-phone";
    static final String LAMP = "offer-lamp";

    final List<OfferSeen> offers = new ArrayList<>();
    final List<ClaimSeen> claims = new ArrayList<>();
    final List<OrderSeen> orders = new ArrayList<>();
    final Map<String, Long> answers = new HashMap<>();
    final List<Oddity> oddities = new ArrayList<>();
    final List<Second> seconds = new ArrayList<>();
    final Map<Scenario.Habit, Integer> mix = new EnumMap<>(Scenario.Habit.class);
    int perBuyer = 1;
    int kills;
    boolean interrupted;
    boolean bottleneck;
    double longest = 900;
    Optional<String> shut = Optional.empty();
    Duration toBuy = Duration.ofSeconds(1);

    GreenRun() {
        mix.put(Scenario.Habit.PLAIN, 90);
        mix.put(Scenario.Habit.GUESSER, 10);
        offer(PHONE, new Units(5, 0, 0, 1, 4), 40);
        offer(LAMP, new Units(3, 2, 0, 0, 1), 0);
        for (int buyer = 1; buyer <= 3; buyer++) win(buyer, PHONE, OrderStatus.PAID);
        win(4, PHONE, OrderStatus.UNPAID);
        win(5, PHONE, OrderStatus.EXPIRED);
        win(6, PHONE, OrderStatus.PAID);
        claims.add(claim(7, PHONE, ClaimStatus.LOST));
        win(8, LAMP, OrderStatus.PAID);
        win(9, LAMP, OrderStatus.CANCELLED);
        claims.add(
                new ClaimSeen(
                        10, PHONE, "", 1, false, ClaimStatus.NONE, "", ClaimStatus.NONE, "", -1));
        answers.putAll(Map.of("200", 40L, "202", 9L, "410 SOLD_OUT", 60L, "503 OVERLOADED", 2L));
        answers.put("NO_ANSWER", 1L);
        for (int number = 0; number < 30; number++) second(number, 120, 0);
    }

    private void offer(String id, Units units, int turnedAway) {
        var product = id.substring("offer-".length());
        offers.add(new OfferSeen(id, product, units.stock(), 1, units, units, true, turnedAway));
    }

    void win(int buyer, String offer, OrderStatus status) {
        claims.add(claim(buyer, offer, ClaimStatus.WON));
        orders.add(order(buyer, offer, status));
    }

    static ClaimSeen claim(int buyer, String offer, ClaimStatus status) {
        var order = status == ClaimStatus.WON ? "order-" + buyer : "";
        return new ClaimSeen(
                buyer, offer, "claim-" + buyer, 1, true, status, order, status, order, 30);
    }

    static OrderSeen order(int buyer, String offer, OrderStatus status) {
        var claim = "claim-" + buyer;
        return new OrderSeen(buyer, offer, "order-" + buyer, claim, 1, status, status);
    }

    /// Adds a second, or puts it in the place of the one with its number.
    void second(int number, double longestMillis, long unanswered) {
        var latency = new Percentiles(10, 5, 10, 20, 50, longestMillis);
        Map<String, Long> refusals = unanswered > 0 ? Map.of("NO_ANSWER", unanswered) : Map.of();
        var second = new Second(number, 10, 10, 10, refusals, latency, null, -1);
        if (number < seconds.size()) seconds.set(number, second);
        else seconds.add(second);
    }

    void odd(Oddity.Kind kind, double atSecond, String what) {
        oddities.add(new Oddity(kind, atSecond, what));
    }

    /// Changes the claim of this buyer.
    void claim(int buyer, UnaryOperator<ClaimSeen> change) {
        claims.replaceAll(claim -> claim.buyer() == buyer ? change.apply(claim) : claim);
    }

    /// Changes the order of this buyer.
    void order(int buyer, UnaryOperator<OrderSeen> change) {
        orders.replaceAll(order -> order.buyer() == buyer ? change.apply(order) : order);
    }

    void offer(String id, UnaryOperator<OfferSeen> change) {
        offers.replaceAll(offer -> offer.offerId().equals(id) ? change.apply(offer) : offer);
    }

    /// The ledger says that so many units came to the offer, that many of them at the very end.
    void stocked(String id, long stock, long late) {
        offer(
                id,
                o ->
                        new OfferSeen(
                                id,
                                o.product(),
                                stock,
                                o.perBuyer(),
                                o.book(),
                                o.store(),
                                o.balanced(),
                                o.turnedAway(),
                                o.ordered(),
                                late));
    }

    /// Both witnesses say this.
    void audit(String offer, Units units) {
        audit(offer, units, units);
    }

    void audit(String id, Units book, Units store) {
        offer(
                id,
                o ->
                        new OfferSeen(
                                id,
                                o.product(),
                                o.stock(),
                                o.perBuyer(),
                                book,
                                store,
                                o.balanced(),
                                o.turnedAway(),
                                o.ordered(),
                                o.addedLate()));
    }

    static ClaimSeen recorded(ClaimSeen c, ClaimStatus status, String order) {
        return new ClaimSeen(
                c.buyer(),
                c.offerId(),
                c.claimId(),
                c.quantity(),
                c.acknowledged(),
                c.told(),
                c.toldOrder(),
                status,
                order,
                c.endedAfterMillis());
    }

    static ClaimSeen told(ClaimSeen c, ClaimStatus status, String order) {
        return new ClaimSeen(
                c.buyer(),
                c.offerId(),
                c.claimId(),
                c.quantity(),
                c.acknowledged(),
                status,
                order,
                c.recorded(),
                c.recordedOrder(),
                c.endedAfterMillis());
    }

    static OrderSeen statuses(OrderSeen o, OrderStatus told, OrderStatus recorded) {
        return new OrderSeen(
                o.buyer(), o.offerId(), o.orderId(), o.claimId(), o.quantity(), told, recorded);
    }

    static OrderSeen quantity(OrderSeen o, int quantity) {
        return new OrderSeen(
                o.buyer(), o.offerId(), o.orderId(), o.claimId(), quantity, o.told(), o.recorded());
    }

    Run run() {
        var scenario =
                new Scenario(
                        "test",
                        "A run for tests.",
                        1,
                        100,
                        List.of(5, 3),
                        perBuyer,
                        Scenario.Arrival.SPIKE,
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(30),
                        Scenario.Challenge.NONE,
                        5,
                        Duration.ofSeconds(5),
                        false,
                        List.of(),
                        mix,
                        Duration.ofSeconds(2),
                        Optional.empty());
        var claim = new Percentiles(300, 5, 10, 20, 50, longest);
        var waits = new Percentiles(300, 5, 10, 20, 50, 20_000);
        var latencies = Map.of("claim", claim, "outcome", waits, "all", waits);
        return new Run(
                scenario,
                List.of(URI.create("http://127.0.0.1:1")),
                Instant.EPOCH,
                Instant.EPOCH,
                Duration.ofSeconds(30),
                interrupted,
                kills,
                offers,
                claims,
                orders,
                answers,
                oddities,
                new Timeline(seconds, latencies, Map.of()),
                new Run.Pace(300, 10, 1, bottleneck),
                shut,
                toBuy);
    }

    /// The numbers, from 1, of the findings that do not hold.
    List<Integer> broken() {
        var findings = Checks.judge(run()).findings();
        var broken = new ArrayList<Integer>();
        for (int i = 0; i < findings.size(); i++) {
            if (!findings.get(i).holds()) broken.add(i + 1);
        }
        return broken;
    }

    Verdict.Finding finding(int number) {
        return Checks.judge(run()).findings().get(number - 1);
    }
}
