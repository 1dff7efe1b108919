package dev.sluice.rehearsal.crowd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.evidence.Run.Oddity;
import dev.sluice.rehearsal.http.Answer;
import dev.sluice.rehearsal.http.Call;
import dev.sluice.rehearsal.http.Call.Step;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RecorderTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;

    private final Recorder recorder =
            new Recorder(
                    Duration.ofSeconds(1),
                    bug -> {
                        throw new IllegalStateException(bug);
                    });

    @Test
    void latency_counts_from_the_moment_a_call_was_due() {
        play(due(0), 900 * MS, 950 * MS, ok());

        var timeline = recorder.timeline();
        assertEquals(950, timeline.latencies().get("claim").longest(), 10);
        assertEquals(950, timeline.latencies().get("all").longest(), 10);
        assertEquals(950, timeline.seconds().getFirst().latency().longest(), 10);
        assertEquals(List.of(), recorder.oddities());
    }

    @Test
    void a_call_belongs_to_the_second_it_was_due_in_and_its_answer_to_the_one_it_came_in() {
        play(due(900 * MS), 900 * MS, SECOND + 500 * MS, refusal(410, "SOLD_OUT", -1));

        var seconds = recorder.timeline().seconds();
        assertEquals(1, seconds.get(0).sent());
        assertEquals(1, seconds.get(0).latency().count());
        assertEquals(Map.of(), seconds.get(0).refusals());
        assertEquals(Map.of("SOLD_OUT", 1L), seconds.get(1).refusals());
        assertEquals(Map.of("410 SOLD_OUT", 1L), recorder.answers());
    }

    @Test
    void an_answer_beyond_its_bound_is_late_unless_the_rehearsal_was() {
        play(due(0), 5 * SECOND, 5 * SECOND + 10 * MS, ok());
        assertEquals(List.of(), recorder.oddities());

        play(due(0), MS, 2 * SECOND, ok());
        assertEquals(Oddity.Kind.LATE, recorder.oddities().getFirst().kind());

        play(due(0).waiting(Duration.ofSeconds(5)), MS, 2 * SECOND, ok());
        assertEquals(1, recorder.oddityCount());
    }

    @Test
    void only_an_announced_503_is_no_fault() {
        play(due(0), 0, MS, refusal(503, "OVERLOADED", 1));
        assertEquals(0, recorder.oddityCount());

        play(due(0), 0, MS, refusal(503, "OVERLOADED", -1));
        play(due(0), 0, MS, refusal(500, "", 1));
        play(due(0), 0, MS, refusal(429, "RATE_LIMITED", -1));
        var kinds = recorder.oddities().stream().map(Oddity::kind).distinct().toList();
        assertEquals(List.of(Oddity.Kind.FAULT), kinds);
        assertEquals(3, recorder.oddityCount());
    }

    @Test
    void what_buyers_waited_for_at_the_end_is_known() {
        play(due(0), 0, 700 * MS, ok());
        play(due(3 * SECOND), 3 * SECOND, 3 * SECOND + 300 * MS, refusal(410, "SOLD_OUT", -1));
        assertEquals(300, recorder.longestHeld(2 * SECOND, 6 * SECOND).toMillis());
        assertEquals(700, recorder.longestHeld(0, 6 * SECOND).toMillis());
        assertEquals(0, recorder.longestHeld(5 * SECOND, 6 * SECOND).toMillis());

        // One that came to its answer only then was held at the end, too.
        play(due(SECOND), SECOND, 5 * SECOND + 500 * MS, ok());
        assertEquals(4_500, recorder.longestHeld(5 * SECOND, 6 * SECOND).toMillis());

        // And so was one that waited from before until after.
        assertEquals(4_500, recorder.longestHeld(4 * SECOND, 4 * SECOND + MS).toMillis());
    }

    @Test
    void a_call_that_may_wait_is_not_waited_for_on_the_way() {
        var outcome = Call.get(Step.OUTCOME, "/").due(0).waiting(Duration.ofSeconds(5));
        play(outcome, 0, 2 * SECOND, ok());

        assertEquals(0, recorder.longestHeld(0, 6 * SECOND).toMillis());
    }

    @Test
    void the_rehearsal_says_when_it_is_the_bottleneck() {
        for (int i = 0; i < 98; i++) play(due(0), MS, 2 * MS, ok());
        assertFalse(recorder.pace().bottleneck());

        for (int i = 0; i < 2; i++) play(due(0), 200 * MS, 201 * MS, ok());
        assertTrue(recorder.pace().bottleneck());
        assertEquals(200, recorder.pace().lateMillisP99(), 2);
        assertEquals(100, recorder.pace().requests());
        assertEquals(100, recorder.pace().peakPerSecond());
    }

    @Test
    void what_is_read_afterwards_is_no_part_of_the_load() {
        var call = Call.get(Step.AFTERWARDS, "/").due(0);
        play(call, 0, 3 * SECOND, ok());

        assertEquals(0, recorder.pace().requests());
        assertEquals(Map.of(), recorder.answers());
        assertEquals(0, recorder.oddityCount());
    }

    @Test
    void a_failure_of_the_rehearsal_is_not_kept_quiet() {
        var bug = new AssertionError("x");
        assertThrows(IllegalStateException.class, () -> recorder.bug(bug));
    }

    private static Call due(long nanos) {
        return Call.post(Step.CLAIM, "/", "{}").due(nanos);
    }

    private void play(Call call, long sentAt, long answeredAt, Answer answer) {
        call.handOver(sentAt);
        recorder.handedOver(call, sentAt);
        recorder.sent(call, sentAt);
        recorder.ended(call, answer, answeredAt);
    }

    private static Answer ok() {
        return new Answer(202, -1, new byte[0]);
    }

    private static Answer refusal(int status, String code, int retryAfter) {
        var body = "{\"code\":\"" + code + "\"}";
        return new Answer(status, retryAfter, body.getBytes(StandardCharsets.UTF_8));
    }
}
