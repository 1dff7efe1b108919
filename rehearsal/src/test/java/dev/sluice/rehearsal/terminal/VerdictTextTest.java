package dev.sluice.rehearsal.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.rehearsal.verdict.Verdict;
import dev.sluice.rehearsal.verdict.Verdict.Finding;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictTextTest {
    private static final Finding KEPT =
            new Finding("Nothing was oversold", true, "10 units, 10 sold", List.of());
    private static final Finding BROKEN =
            new Finding("Every claim ended", false, "1 of 9 did not", List.of("Claim c4", "c5"));

    @Test
    void promises_that_were_kept_are_marked_and_counted() {
        assertEquals(
                """
                  ✓ Nothing was oversold
                      10 units, 10 sold

                Every promise was kept.
                """,
                VerdictText.of(new Verdict(List.of(KEPT))));
    }

    @Test
    void a_broken_promise_shows_what_breaks_it() {
        assertEquals(
                """
                  ✓ Nothing was oversold
                      10 units, 10 sold
                  ✗ Every claim ended
                      1 of 9 did not
                      · Claim c4
                      · c5

                1 promise was broken.
                """,
                VerdictText.of(new Verdict(List.of(KEPT, BROKEN))));
    }
}
