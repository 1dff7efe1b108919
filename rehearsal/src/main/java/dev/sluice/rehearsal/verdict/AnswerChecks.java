package dev.sluice.rehearsal.verdict;

import static dev.sluice.rehearsal.verdict.Breaches.text;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.evidence.Run.Oddity;
import dev.sluice.rehearsal.evidence.Timeline.Second;
import dev.sluice.rehearsal.scenario.Scenario;
import dev.sluice.rehearsal.verdict.Verdict.Finding;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// How the server answered: in time, without faults, and nothing to the wrong one.
final class AnswerChecks {

    /// How requests without an answer are counted, beside statuses and codes.
    static final String NO_ANSWER = "NO_ANSWER";

    /// The codes with which the contract lets a server say 503.
    private static final Set<String> ANNOUNCED =
            Set.of("READ_ONLY", "NO_NEW_PASSES", "NO_REGISTRATION", "OVERLOADED", "UNAVAILABLE");

    private AnswerChecks() {}

    /// Each answer came within the scenario's bound, from the moment its call was due.
    ///
    /// The crowd judged each call: it knows which waited because they were asked to, and how late
    /// it was itself. The timeline is judged again here, but for calls for an outcome, which may
    /// wait, and not when the rehearsal itself was too slow to keep its schedule.
    ///
    /// When the server was killed on purpose, a call that fell into the restart cannot be answered
    /// until the server is back: it has the length of that outage on top of the bound. What fell
    /// into a restart is decided second by second, see [Outages]. Without kills nothing is excused.
    static Finding inTime(Run run) {
        var breaches = new Breaches();
        var outages = Outages.of(run);
        long boundMillis = run.scenario().answerMax().toMillis();
        long excused = 0;
        for (var oddity : run.oddities()) {
            if (oddity.kind() != Oddity.Kind.LATE) continue;
            if (outages.allowedMillis((int) oddity.atSecond()) > boundMillis) excused++;
            else breaches.add(oddity);
        }
        if (!run.pace().bottleneck()) {
            if (outages.any()) judgeSeconds(run, outages, breaches);
            else judgeCalls(run, boundMillis, breaches);
        }
        var evidence =
                text(
                        "The longest answer took %,.0f ms, the bound is %,d ms. %,d requests got"
                                + " no answer.",
                        longest(run), boundMillis, run.answers().getOrDefault(NO_ANSWER, 0L));
        if (run.pace().bottleneck()) {
            evidence += " The rehearsal was late itself, so only what it saw call by call counts.";
        }
        if (run.kills() > 0) {
            evidence +=
                    text(
                            " The server was killed %d times and was away in %d seconds: calls"
                                    + " near them have that outage on top, and %,d late ones are"
                                    + " excused by it.",
                            run.kills(), outages.seconds(), excused);
        }
        return breaches.finding("Every answer came within its bound", evidence);
    }

    private static double longest(Run run) {
        double longest = 0;
        for (var entry : run.timeline().latencies().entrySet()) {
            if (mayWait(entry.getKey())) continue;
            longest = Math.max(longest, entry.getValue().longest());
        }
        return longest;
    }

    /// A call for an outcome waits for it, and `all` has those calls in it.
    private static boolean mayWait(String call) {
        return call.equals("outcome") || call.equals("all");
    }

    private static void judgeCalls(Run run, long boundMillis, Breaches breaches) {
        run.timeline()
                .latencies()
                .forEach((call, latency) -> {
                    if (mayWait(call) || latency.longest() <= boundMillis) return;
                    breaches.add(
                            "The longest answer to a call of kind %s took %,.0f ms.",
                            call, latency.longest());
                });
    }

    private static void judgeSeconds(Run run, Outages outages, Breaches breaches) {
        for (var second : run.timeline().seconds()) {
            if (second.latency() == null) continue;
            judge(second, outages.allowedMillis(second.number()), breaches);
        }
    }

    private static void judge(Second second, long allowedMillis, Breaches breaches) {
        if (second.latency().longest() <= allowedMillis) return;
        breaches.add(
                "second %d: a call was answered after %,.0f ms, %,d ms are allowed.",
                second.number(), second.latency().longest(), allowedMillis);
    }

    /// Only 503 may be answered, with a code of the contract and a time to come back. Whether the
    /// time was there the crowd saw; the rest is counted again here.
    static Finding noFaults(Run run) {
        var breaches = new Breaches();
        var announced = new TreeMap<String, Long>();
        long answers = 0;
        for (var entry : new TreeMap<>(run.answers()).entrySet()) {
            var answer = entry.getKey();
            if (!Character.isDigit(answer.charAt(0))) continue;
            answers += entry.getValue();
            if (!answer.startsWith("5") || entry.getValue() == 0) continue;
            if (isAnnounced(answer)) announced.put(answer, entry.getValue());
            else breaches.add("%s was answered %,d times.", answer, entry.getValue());
        }
        breaches.addAll(run, Oddity.Kind.FAULT);
        var evidence =
                text(
                        "%,d answers, among them %s.",
                        answers, announced.isEmpty() ? "no 503" : shown(announced));
        return breaches.finding("No 5xx but the announced ones", evidence);
    }

    private static boolean isAnnounced(String answer) {
        return answer.startsWith("503 ") && ANNOUNCED.contains(answer.substring(4));
    }

    private static String shown(Map<String, Long> counts) {
        var shown = new StringBuilder();
        counts.forEach((answer, count) -> {
            if (!shown.isEmpty()) shown.append(", ");
            shown.append(text("%,d of %s", count, answer));
        });
        return shown.toString();
    }

    static Finding noLeaks(Run run) {
        var breaches = new Breaches();
        breaches.addAll(run, Oddity.Kind.LEAK);
        var habits = run.scenario().mix();
        long prying =
                habits.getOrDefault(Scenario.Habit.THIEF, 0)
                        + habits.getOrDefault(Scenario.Habit.GUESSER, 0)
                        + habits.getOrDefault(Scenario.Habit.VANDAL, 0);
        var evidence =
                text(
                        "%d of 100 buyers tried passes, claims or orders of others, or sent"
                                + " garbage; %,d got something.",
                        prying, breaches.count());
        return breaches.finding("Nobody got what was not theirs", evidence);
    }
}
