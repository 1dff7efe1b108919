package dev.sluice.rehearsal.backstage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.CannedNode;
import dev.sluice.rehearsal.backstage.Operator.SaleSeen;
import dev.sluice.rehearsal.scenario.Scenario;
import dev.sluice.rehearsal.scenario.ScenarioFile;
import dev.sluice.rehearsal.verdict.Verdict.Finding;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NextDayTest {
    private static final Instant TODAY = Instant.parse("2026-01-01T00:00:00Z");
    private static final SaleSeen SALE = new SaleSeen("s1", "CLOSED", TODAY, List.of(), "");
    private static final Scenario TEN_UNITS =
            ScenarioFile.read("x.scenario", "units = 10\nrepeat = daily", 1);

    private CannedNode node;

    @BeforeEach
    void open() throws IOException {
        node = new CannedNode();
    }

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void a_published_sale_a_day_later_with_all_its_units_stands_ready() throws Exception {
        sales(OperatorTest.sale("s2", "UPCOMING", "s1"));
        free(10);

        var finding = check();

        assertTrue(finding.holds(), finding.toString());
        assertEquals(
                "Sale s2 follows s1; it is UPCOMING and opens at 2026-01-02T00:00:00Z with 10"
                        + " units.",
                finding.evidence());
    }

    @Test
    void a_sale_with_less_than_its_stock_does_not() throws Exception {
        sales(OperatorTest.sale("s2", "UPCOMING", "s1"));
        free(9);

        assertEquals(
                List.of("Offer o2 has 10 units, 9 of them free, instead of 10."),
                check().counterexamples());
    }

    @Test
    void a_sale_in_another_state_does_not() throws Exception {
        sales(OperatorTest.sale("s2", "DRAFT", "s1"));
        free(10);

        assertEquals(List.of("Its state is DRAFT instead of UPCOMING."), check().counterexamples());
    }

    @Test
    void a_sale_at_another_time_does_not() throws Exception {
        sales(OperatorTest.sale("s2", "UPCOMING", "s1").replace("01-02", "01-03"));
        free(10);

        assertEquals(
                List.of("It opens at 2026-01-03T00:00:00Z instead of 2026-01-02T00:00:00Z."),
                check().counterexamples());
    }

    @Test
    void no_sale_at_all_is_a_breach() throws Exception {
        sales(OperatorTest.sale("s2", "UPCOMING", "s0"));

        var finding = check();

        assertFalse(finding.holds());
        assertEquals("No sale follows s1.", finding.evidence());
    }

    private void sales(String sale) {
        node.says("GET /admin/sales?limit=100", 200, "{\"sales\":[" + sale + "]}");
    }

    private void free(int units) {
        node.says(
                "GET /admin/offers/o2/audit",
                200,
                """
                {"balanced": true, "queued": 0,
                 "book": {"stock": 10, "available": %d, "unpaid": %d, "paid": 0}}
                """
                        .formatted(units, 10 - units));
    }

    /// Time goes by two seconds at each look, so that nobody has to wait for it.
    private Finding check() throws InterruptedException {
        var now = new Instant[] {TODAY};
        InstantSource clock = () -> now[0] = now[0].plus(Duration.ofSeconds(2));
        var api = new Api(List.of(node.address()), "a-key", clock);
        try (var operator = new Operator(api, clock)) {
            return new NextDay(operator, clock).check(TEN_UNITS, SALE);
        }
    }
}
