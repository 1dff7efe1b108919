package dev.sluice.rehearsal.verdict;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.evidence.Run.Oddity;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerChecksTest {

    private final GreenRun run = new GreenRun();

    private void assertShown(int finding, String part) {
        var shown = run.finding(finding).counterexamples();
        assertTrue(shown.stream().anyMatch(line -> line.contains(part)), () -> part + ": " + shown);
    }

    @Test
    void an_answer_over_the_bound_is_seen() {
        run.longest = 2_001;

        assertEquals(List.of(6), run.broken());
        assertShown(6, "The longest answer to a call of kind claim took 2,001 ms");
    }

    @Test
    void an_answer_within_the_bound_is_none() {
        run.longest = 2_000;

        assertEquals(List.of(), run.broken());
        assertTrue(run.finding(6).evidence().contains("The longest answer took 2,000 ms"));
    }

    @Test
    void a_rehearsal_that_was_late_itself_blames_only_what_it_saw_call_by_call() {
        run.longest = 9_000;
        run.bottleneck = true;
        assertEquals(List.of(), run.broken());
        assertTrue(run.finding(6).evidence().contains("late itself"));

        run.odd(Oddity.Kind.LATE, 4, "claim-4 was answered after 3,000 ms");
        assertEquals(List.of(6), run.broken());
    }

    @Test
    void what_the_crowd_found_late_is_shown() {
        run.odd(Oddity.Kind.LATE, 4, "claim-4 was answered after 3,000 ms");

        assertEquals(List.of(6), run.broken());
        assertShown(6, "second 4.0: claim-4");
    }

    @Test
    void requests_without_an_answer_are_counted_in_the_evidence() {
        run.answers.put("NO_ANSWER", 17L);

        assertEquals(List.of(), run.broken());
        assertTrue(run.finding(6).evidence().contains("17 requests got no answer"));
    }

    @Test
    void a_call_that_fell_into_a_restart_has_the_outage_on_top() {
        run.kills = 1;
        for (int number = 10; number <= 12; number++) run.second(number, 100, 50);
        run.second(9, 5_000, 0);
        run.longest = 5_000;
        run.odd(Oddity.Kind.LATE, 9.5, "claim-4 was answered after 5,000 ms");
        assertEquals(List.of(), run.broken());
        var evidence = run.finding(6).evidence();
        assertTrue(evidence.contains("killed 1 times and was away in 3 seconds"), evidence);
        assertTrue(evidence.contains("1 late ones are excused"), evidence);

        run.second(9, 5_001, 0);
        assertEquals(List.of(6), run.broken());
        assertShown(6, "second 9: a call was answered after 5,001 ms, 5,000 ms are allowed");
    }

    @Test
    void a_call_that_is_far_from_every_restart_has_not() {
        run.kills = 1;
        run.second(10, 100, 50);
        run.second(7, 2_500, 0);
        run.odd(Oddity.Kind.LATE, 13.1, "claim-4 was answered after 2,500 ms");

        assertEquals(List.of(6), run.broken());
        assertEquals(2, run.finding(6).counterexamples().size());
    }

    @Test
    void without_a_kill_no_outage_excuses_anything() {
        for (int number = 10; number <= 12; number++) run.second(number, 100, 50);
        run.longest = 2_500;
        run.odd(Oddity.Kind.LATE, 10.5, "claim-4 was answered after 2,500 ms");

        assertEquals(List.of(6), run.broken());
        assertEquals(2, run.finding(6).counterexamples().size());
    }

    @Test
    void of_several_restarts_nearby_the_longest_counts_up_to_ten_seconds() {
        run.kills = 2;
        run.second(3, 100, 1);
        for (int number = 5; number <= 20; number++) run.second(number, 100, 1);
        run.second(4, 12_000, 0);
        assertEquals(List.of(), run.broken());

        run.second(4, 12_001, 0);
        assertEquals(List.of(6), run.broken());
    }

    @Test
    void any_5xx_but_an_announced_503_is_seen() {
        for (var answer : List.of("500", "502", "503", "503 WHATEVER", "504 UNAVAILABLE")) {
            run.answers.put(answer, 3L);
            assertEquals(List.of(9), run.broken(), answer);
            assertShown(9, answer + " was answered 3 times");
            run.answers.remove(answer);
        }
    }

    @Test
    void announced_503s_are_counted_in_the_evidence() {
        run.answers.put("503 UNAVAILABLE", 5L);
        run.answers.put("GAVE_UP", 7L);

        assertEquals(List.of(), run.broken());
        assertEquals(
                "116 answers, among them 2 of 503 OVERLOADED, 5 of 503 UNAVAILABLE.",
                run.finding(9).evidence());
    }

    @Test
    void a_fault_that_the_crowd_saw_is_shown() {
        run.odd(Oddity.Kind.FAULT, 1, "503 without Retry-After upon a claim");

        assertEquals(List.of(9), run.broken());
        assertShown(9, "503 without Retry-After");
    }

    @Test
    void a_leak_that_the_crowd_saw_is_shown() {
        run.odd(Oddity.Kind.LEAK, 2, "buyer 9 was shown claim-3 of buyer 3");

        assertEquals(List.of(10), run.broken());
        assertShown(10, "buyer 9 was shown claim-3 of buyer 3");
    }
}
