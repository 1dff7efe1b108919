package dev.sluice.rehearsal.report;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.evidence.Run.ClaimSeen;
import dev.sluice.rehearsal.evidence.Run.ClaimStatus;
import dev.sluice.rehearsal.evidence.Run.OrderSeen;
import dev.sluice.rehearsal.evidence.Run.OrderStatus;
import dev.sluice.rehearsal.evidence.Run.Units;
import dev.sluice.rehearsal.evidence.Timeline;
import dev.sluice.rehearsal.evidence.Timeline.Percentiles;
import dev.sluice.rehearsal.evidence.Timeline.Second;
import dev.sluice.rehearsal.scenario.Scenario;
import dev.sluice.rehearsal.scenario.Scenario.Habit;
import dev.sluice.rehearsal.verdict.Verdict;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Runs as a rehearsal might have seen them, for the tests of what shows them: 50,000 buyers who
/// come at once for 1,000 units, some of whom never pay, so that their units come back.
final class SampleRun {
    static final String OFFER = "of_01HZX3";
    static final int UNITS = 1_000;
    static final int SECONDS = 34;

    /// The second in which the sale opens, after those who come early.
    private static final int OPENING = 2;

    private static final long[] ARRIVALS = {2_390, 2_410, 25_260, 15_480, 4_460};
    private static final long[] SENT = {
        4_120, 6_930, 33_480, 41_320, 22_610, 9_930, 5_210, 2_880, 1_990, 1_640, 1_510, 2_970,
        2_640, 1_820, 1_180, 940, 860, 790, 700, 640, 690, 960, 880, 610, 520, 470, 430, 160, 90,
        60, 40, 20, 10, 10
    };
    private static final double[] P50 = {
        1.9, 2.3, 34, 61, 27, 7.1, 2.6, 1.7, 1.4, 1.3, 1.3, 1.7, 1.6, 1.4, 1.3, 1.3, 1.2, 1.2, 1.3,
        1.2, 1.2, 1.3, 1.3, 1.2, 1.2, 1.2, 1.1, 1.1, 1.1, 1.2, 1.1, 1.1, 1.0, 1.0
    };

    private SampleRun() {}

    /// Everything went well.
    static Run good() {
        return run(scenario("typical"), timeline(), false);
    }

    /// One unit too many was sold and a claim was lost, the server was killed, and the rehearsal
    /// could not keep up.
    static Run bad() {
        return run(scenario("hostile"), timeline(), true);
    }

    /// Nobody came and nothing was seen.
    static Run empty() {
        return with(scenario("empty"), new Timeline(List.of(), Map.of(), Map.of()));
    }

    /// As [#good], with a timeline of this many seconds, all alike.
    static Run lasting(int seconds) {
        var each = new ArrayList<Second>();
        for (int i = 0; i < seconds; i++) {
            var stock = i % 7 == 3 ? null : new Units(UNITS, 400, 10, 90, 500);
            var latency = i % 11 == 5 ? new Percentiles(0, 0, 0, 0, 0, 0) : percentiles(30, 2);
            var refusals = Map.of("SOLD_OUT", 20L, "GATE_FULL", (long) (i % 5));
            each.add(new Second(i, 10, 30, 9, refusals, latency, stock, i % 13 == 2 ? -1 : 4));
        }
        return with(scenario("long"), new Timeline(each, latencies(), funnel()));
    }

    static Run named(String name) {
        return with(scenario(name), timeline());
    }

    static Run with(Scenario scenario, Timeline timeline) {
        return run(scenario, timeline, false);
    }

    static Verdict goodVerdict() {
        return new Verdict(promises());
    }

    static Verdict badVerdict() {
        var findings = new ArrayList<>(promises());
        findings.set(
                0,
                new Verdict.Finding(
                        "Nothing was oversold",
                        false,
                        "1,001 units are in orders that stand, of 1,000 that the offer was given.",
                        List.of(
                                OFFER + ": stock 1,000, but unpaid 0 + paid 1,001",
                                "order or_01HZX9 of buyer 31,877 is the 1,001st unit")));
        findings.set(
                2,
                new Verdict.Finding(
                        "Every QUEUED ended",
                        false,
                        "1 of 1,066 acknowledged claims is still QUEUED 20 s after the sale.",
                        List.of("claim cl_01HZX7 of buyer 4,021: told QUEUED, recorded NONE")));
        return new Verdict(findings);
    }

    static Scenario scenario(String name) {
        return new Scenario(
                name,
                "A crowd at the door, with the usual share of impatience.",
                20_261_111,
                50_000,
                List.of(UNITS),
                1,
                Scenario.Arrival.SPIKE,
                Duration.ofSeconds(2),
                Duration.ofSeconds(25),
                Scenario.Challenge.WORK,
                5,
                Duration.ofSeconds(8),
                false,
                List.of(),
                mix(),
                Duration.ofSeconds(5),
                Optional.empty());
    }

    private static Map<Habit, Integer> mix() {
        var mix = new LinkedHashMap<Habit, Integer>();
        mix.put(Habit.PLAIN, 58);
        mix.put(Habit.EARLY, 12);
        mix.put(Habit.DOUBLE_CLICK, 10);
        mix.put(Habit.IMPATIENT, 8);
        mix.put(Habit.ABANDONS, 4);
        mix.put(Habit.NEVER_PAYS, 4);
        mix.put(Habit.CANCELS, 2);
        mix.put(Habit.PAYS_LATE, 2);
        return mix;
    }

    private static Run run(Scenario scenario, Timeline timeline, boolean broken) {
        long requests = timeline.seconds().stream().mapToLong(Second::sent).sum();
        long peak = timeline.seconds().stream().mapToLong(Second::sent).max().orElse(0);
        long paid = timeline.seconds().isEmpty() ? 0 : broken ? 1_001 : UNITS;
        var book = new Units(UNITS, UNITS - Math.min(paid, UNITS), 0, 0, paid);
        var store = new Units(UNITS, UNITS - Math.min(paid, UNITS), 0, 0, Math.min(paid, UNITS));
        return new Run(
                scenario,
                broken
                        ? List.of(
                                URI.create("http://127.0.0.1:41873"),
                                URI.create("http://127.0.0.1:41874"))
                        : List.of(URI.create("http://127.0.0.1:41873")),
                Instant.parse("2026-11-11T09:59:57.500Z"),
                Instant.parse("2026-11-11T10:00:00Z"),
                Duration.ofMillis(timeline.seconds().size() * 1_000L + 420),
                false,
                broken ? 3 : 0,
                List.of(
                        new Run.OfferSeen(
                                OFFER, "Desk lamp", UNITS, 1, book, store, !broken, 39_412)),
                timeline.seconds().isEmpty() ? List.of() : claims(broken),
                timeline.seconds().isEmpty() ? List.of() : orders(),
                answers(timeline),
                broken
                        ? List.of(new Run.Oddity(Run.Oddity.Kind.LATE, 3.2, "a pass took 5,210 ms"))
                        : List.of(),
                timeline,
                new Run.Pace(requests, peak, broken ? 184.2 : 3.1, broken),
                Optional.empty(),
                Duration.ofSeconds(1));
    }

    private static Timeline timeline() {
        var seconds = new ArrayList<Second>();
        for (int i = 0; i < SECONDS; i++) seconds.add(second(i));
        return new Timeline(seconds, latencies(), funnel());
    }

    private static Second second(int i) {
        var refusals = refusals(i);
        long refused = refusals.values().stream().mapToLong(Long::longValue).sum();
        return new Second(
                i,
                i < ARRIVALS.length ? ARRIVALS[i] : 0,
                SENT[i],
                SENT[i] - refused,
                refusals,
                percentiles(SENT[i], P50[i]),
                stock(i),
                queueDepth(i - OPENING));
    }

    private static long queueDepth(int after) {
        return switch (after) {
            case 0 -> 412;
            case 1 -> 655;
            case 2 -> 88;
            case 9, 10 -> 31;
            default -> 0;
        };
    }

    private static Map<String, Long> refusals(int i) {
        int after = i - OPENING;
        var refusals = new TreeMap<String, Long>();
        put(refusals, "NOT_OPEN", i == 0 ? 1_730 : i == 1 ? 4_420 : i == 2 ? 2_950 : 0);
        put(
                refusals,
                "GATE_FULL",
                after == 0 ? 9_480 : after == 1 ? 10_210 : after == 2 ? 2_340 : 0);
        put(refusals, "RATE_LIMITED", i > 0 && after < 4 ? 2_150 / (1 + Math.abs(after)) : 0);
        put(refusals, "SOLD_OUT", after < 1 ? 0 : Math.round(SENT[i] * (after == 1 ? 0.42 : 0.71)));
        put(refusals, "OVER_LIMIT", after < 0 ? 0 : after < 6 ? 210 / (after + 1) : 0);
        return refusals;
    }

    private static void put(Map<String, Long> refusals, String code, long count) {
        if (count > 0) refusals.put(code, count);
    }

    /// Sold out after two seconds; what is not paid comes back after eight, and after sixteen.
    private static Units stock(int i) {
        int after = i - OPENING;
        if (after < 0) return new Units(UNITS, UNITS, 0, 0, 0);
        double paid = after == 0 ? 0 : 930 - 750 * Math.exp(-after / 1.4);
        if (after > 9) paid = 930 + 66 * (1 - Math.exp(-(after - 9) / 2.5));
        if (after > 19) paid = Math.min(UNITS, 996 + (after - 19));
        long free = after == 0 ? 214 : after == 8 ? 22 : after == 9 ? 14 : after == 18 ? 3 : 0;
        long held = after == 0 ? 344 : after == 1 ? 71 : after == 9 ? 9 : 0;
        long settled = Math.round(paid);
        return new Units(UNITS, free, held, UNITS - settled - free - held, settled);
    }

    private static Percentiles percentiles(long count, double p50) {
        return new Percentiles(count, p50, p50 * 2.1, p50 * 5.2, p50 * 9.4, p50 * 14);
    }

    private static Map<String, Percentiles> latencies() {
        var latencies = new LinkedHashMap<String, Percentiles>();
        latencies.put("challenge", new Percentiles(54_812, 31.2, 102, 214, 388, 642));
        latencies.put("pass", new Percentiles(49_933, 24.8, 96.1, 201, 371, 618));
        latencies.put("claim", new Percentiles(7_218, 4.7, 21.4, 88.2, 164, 203));
        latencies.put("outcome", new Percentiles(1_066, 12.9, 48.8, 141, 219, 240));
        latencies.put("order", new Percentiles(1_066, 1.4, 3.2, 9.8, 22.1, 31.5));
        latencies.put("payment", new Percentiles(1_003, 2.2, 4.9, 14.6, 30.7, 44.2));
        latencies.put("all", new Percentiles(136_350, 22.4, 98.4, 208, 379, 642));
        return latencies;
    }

    private static Map<String, Long> funnel() {
        var funnel = new LinkedHashMap<String, Long>();
        funnel.put("buyers", 50_000L);
        funnel.put("challenges", 47_914L);
        funnel.put("passes", 6_102L);
        funnel.put("claims", 1_066L);
        funnel.put("won", 1_060L);
        funnel.put("paid", 1_000L);
        return funnel;
    }

    private static Map<String, Long> answers(Timeline timeline) {
        var answers = new LinkedHashMap<String, Long>();
        for (var second : timeline.seconds()) {
            answers.merge("200", second.answers(), Long::sum);
            second.refusals()
                    .forEach((code, count) -> answers.merge(status(code) + code, count, Long::sum));
        }
        answers.computeIfPresent("200", (status, count) -> count - 7_100);
        if (!answers.isEmpty()) answers.putAll(Map.of("201", 6_034L, "202", 1_066L));
        return answers;
    }

    private static String status(String code) {
        return switch (code) {
            case "SOLD_OUT" -> "410 ";
            case "GATE_FULL", "RATE_LIMITED" -> "429 ";
            default -> "409 ";
        };
    }

    private static List<ClaimSeen> claims(boolean broken) {
        var claims = new ArrayList<ClaimSeen>();
        for (int i = 0; i < 1_066; i++) {
            var lost = i >= 1_060;
            var status = lost ? ClaimStatus.LOST : ClaimStatus.WON;
            var order = lost ? "" : "or_" + i;
            claims.add(
                    new ClaimSeen(
                            i * 7, OFFER, "cl_" + i, 1, true, status, order, status, order, 12));
        }
        if (broken) {
            claims.set(
                    574,
                    new ClaimSeen(
                            4_021,
                            OFFER,
                            "cl_574",
                            1,
                            true,
                            ClaimStatus.QUEUED,
                            "",
                            ClaimStatus.NONE,
                            "",
                            -1));
        }
        return claims;
    }

    private static List<OrderSeen> orders() {
        var orders = new ArrayList<OrderSeen>();
        for (int i = 0; i < 1_060; i++) {
            var status =
                    i < UNITS
                            ? OrderStatus.PAID
                            : i < 1_042 ? OrderStatus.EXPIRED : OrderStatus.CANCELLED;
            orders.add(new OrderSeen(i * 7, OFFER, "or_" + i, "cl_" + i, 1, status, status));
        }
        return orders;
    }

    private static List<Verdict.Finding> promises() {
        return List.of(
                held(
                        "Nothing was oversold",
                        "1,000 units are in orders that stand, of 1,000 given."),
                held(
                        "Nothing was undersold",
                        "0 units are free, while 39,412 buyers were turned away; 60 units came"
                                + " back and were sold again."),
                held("Every QUEUED ended", "1,066 claims: 1,060 won, 6 lost, none waits."),
                held("One claim, one order", "1,060 won claims have 1,060 different orders."),
                held("Limits held", "No buyer has more than 1 unit; 1,060 buyers have some."),
                held(
                        "Every answer came within its bound",
                        "136,350 answers; the longest took 642 ms of 5 s allowed."),
                held(
                        "What was told is what was recorded",
                        "1,066 claims and 1,060 orders read again; all agree with the last one."),
                held(
                        "The audit balances",
                        "stock 1,000 = free 0 + held 0 + unpaid 0 + paid 1,000."),
                held("No 5xx but the announced ones", "No 5xx among 136,350 answers."),
                held(
                        "Nobody got what was not theirs",
                        "3,180 attempts with passes and ids of others failed."));
    }

    private static Verdict.Finding held(String promise, String evidence) {
        return new Verdict.Finding(promise, true, evidence, List.of());
    }
}
