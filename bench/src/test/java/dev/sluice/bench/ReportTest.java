package dev.sluice.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.bench.Target.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final Machine MACHINE = new Machine(2, "Some CPU", "24 GiB", "25", "Linux 6.1");

    private final Figures figures = new Figures();

    @Test
    void the_table_has_a_row_per_figure_with_its_ratio_to_the_better_bare_run() {
        put(Line.BARE_CLAIM_BEFORE, 100_000);
        put(Line.BARE_CLAIM_AFTER, 80_000);
        put(Line.REFUSAL, 84_000);

        var expected =
                """
                                   what                          per second \
                 p50 ms  p99 ms  of bare  CPU µs
                bare-claim-before  bare Netty, claims, before       100,000 \
                   1.25    2.50     1.00     8.4
                bare-claim-after   bare Netty, claims, after         80,000 \
                   1.25    2.50     0.80     8.4
                refusal            sold-out refusals, full path      84,000 \
                   1.25    2.50     0.84     8.4
                """;
        assertTrue(report().text().startsWith(expected), report().text());
    }

    @Test
    void reads_are_set_against_the_bare_server_under_reads() {
        put(Line.BARE_CLAIM_BEFORE, 80_000);
        put(Line.BARE_READ_BEFORE, 100_000);
        put(Line.READ, 75_000);

        assertEquals(0.75, figures.ratioToBare(Line.READ).orElseThrow());
        assertEquals(Verdict.MET, Target.READ.verdict(figures));
    }

    @Test
    void a_target_is_met_from_its_bound_on_and_missed_below() {
        put(Line.BARE_CLAIM_BEFORE, 100_000);
        put(Line.REFUSAL, 75_000);
        put(Line.CLAIM, 49_999);
        put(Line.CLAIM_TWIN, 2_500);

        assertEquals(Verdict.MET, Target.REFUSAL.verdict(figures));
        assertEquals(Verdict.MISSED, Target.CLAIM.verdict(figures));
        assertEquals(Verdict.MISSED, Target.CLAIM_TO_TWIN.verdict(figures));
        assertEquals(Verdict.NOT_MEASURED, Target.SETTLEMENT.verdict(figures));
    }

    @Test
    void a_target_that_is_an_upper_bound_is_met_below_it() {
        put(Line.CLAIM, 50_000);
        put(Line.CLAIM_HALF, 25_000);
        assertEquals(Verdict.MET, Target.CLAIM_HALF.verdict(figures));
        figures.backlogGrowth(-0.2);
        assertEquals(Verdict.MET, Target.CLAIM_BACKLOG.verdict(figures));
        figures.backlogGrowth(0.02);
        assertEquals(Verdict.MISSED, Target.CLAIM_BACKLOG.verdict(figures));
    }

    @Test
    void an_invalid_figure_is_said_loudly_and_meets_no_target() {
        put(Line.BARE_CLAIM_BEFORE, 100_000);
        figures.put(Line.REFUSAL, figure(99_000, List.of("12 answers were no refusals")));

        assertFalse(figures.areValid());
        assertEquals(Verdict.INVALID, Target.REFUSAL.verdict(figures));
        assertTrue(report().text().contains("sold-out refusals, full path (INVALID)"));
        assertTrue(
                report().text()
                        .contains("INVALID: refusal, sold-out refusals, full path: 12 answers"));
        assertFalse(report().json().getBoolean("valid"));
    }

    @Test
    void the_markdown_names_machine_command_and_time() {
        put(Line.SETTLEMENT, 800_000);
        var markdown = report().markdown(false);

        assertTrue(
                markdown.startsWith(
                        "Measured 2026-01-02T03:04:00Z with `./sluice bench` on 2 cores (Some CPU),"
                                + " 24 GiB, JDK 25, Linux 6.1.\n"),
                markdown);
        assertTrue(markdown.contains("\n| ---        | ---"), markdown);
        assertTrue(markdown.contains("| settlement | orders settled from a backlog |"), markdown);
        assertTrue(markdown.contains(" 800,000 |"), markdown);
    }

    @Test
    void the_json_has_every_figure_and_every_target() {
        put(Line.SETTLEMENT, 800_000);
        var json = report().json();

        var settlement = json.getJsonObject("figures").getJsonObject("settlement");
        assertEquals("settlement", settlement.getString("part"));
        assertEquals(800_000, settlement.getDouble("perSecond"));
        var targets = json.getJsonObject("targets");
        assertEquals(Target.values().length, targets.size());
        assertEquals("met", targets.getJsonObject("settlement").getString("verdict"));
        assertEquals("not measured", targets.getJsonObject("read").getString("verdict"));
    }

    @Test
    void what_many_nodes_share_has_tables_of_its_own_with_ratios_and_targets() {
        put(Line.CLAIM, 40_000);
        put(Line.HOLD_REDIS, 100_000);
        put(Line.HOLD_REDIS_TWIN, 8_000);
        put(Line.CLAIM_REDIS_POSTGRES, 20_000);

        var markdown = report().markdown(true);
        assertTrue(
                markdown.contains("| claim                | durable acceptances, settling "),
                markdown);
        assertTrue(row(markdown, "| hold-redis           |").contains(" 12.50 |"), markdown);
        assertTrue(row(markdown, "| claim-redis-postgres |").contains(" 0.50 |"), markdown);
        assertTrue(
                row(markdown, "| hold-redis at least 10").endsWith("|     12.5 |          met |"),
                markdown);
        assertTrue(
                row(markdown, "| claim-redis-postgres at least 0.60").contains(" missed |"),
                markdown);
        assertFalse(markdown.contains("of bare"), markdown);
        assertFalse(report().markdown(false).contains("| hold-redis "), report().markdown(false));
        assertTrue(
                report().text().contains("hold-redis at least 10 times hold-redis-twin"),
                report().text());
    }

    @Test
    void a_run_without_a_profile_says_nothing_of_many_nodes() {
        put(Line.CLAIM, 40_000);
        assertFalse(report().text().contains("hold-redis at least"), report().text());
    }

    @Test
    void a_target_against_an_invalid_twin_is_neither_met_nor_missed() {
        put(Line.ORDER_MARIADB, 60_000);
        figures.put(Line.ORDER_MARIADB_TWIN, figure(1_000, List.of("3 ordered of 4")));
        put(Line.ORDER_POSTGRES, 60_000);
        put(Line.ORDER_POSTGRES_TWIN, 2_000);

        assertEquals(Verdict.INVALID, Target.ORDER_MARIADB.verdict(figures));
        assertEquals(Verdict.MET, Target.ORDER_POSTGRES.verdict(figures));
        assertEquals(Verdict.NOT_MEASURED, Target.HOLD_REDIS.verdict(figures));
    }

    @Test
    void the_json_has_the_ratio_of_what_many_nodes_share() {
        put(Line.ORDER_POSTGRES, 60_000);
        put(Line.ORDER_POSTGRES_TWIN, 2_000);

        var json = report().json();
        var batches = json.getJsonObject("figures").getJsonObject("order-postgres");
        assertEquals(30, batches.getDouble("ratio"));
        var target = json.getJsonObject("targets").getJsonObject("order-postgres");
        assertEquals("met", target.getString("verdict"));
    }

    private static String row(String markdown, String start) {
        return markdown.lines().filter(line -> line.startsWith(start)).findFirst().orElseThrow();
    }

    private Report report() {
        var at = Instant.parse("2026-01-02T03:04:05Z");
        return new Report(figures, MACHINE, "./sluice bench", at);
    }

    private void put(Line line, double rate) {
        figures.put(line, figure(rate, List.of()));
    }

    private static Figure figure(double rate, List<String> faults) {
        var latency = Figure.Latency.ofMillis(1.25, 2.5);
        return new Figure(rate, latency, OptionalDouble.of(8.4), faults, List.of());
    }
}
