package dev.sluice.bench;

import java.util.HashMap;
import java.util.Map;

/// What wrk measured, from the line that our scripts print at the end.
///
/// @param answered requests whose answer arrived
/// @param sent requests that went out, at most one too many; the last ones are cut off unanswered
/// @param errorStatuses answers with a status from 400 on, which are among the answered
/// @param socketErrors failures to connect, read or write, and timeouts
/// @param exhausted whether the file of requests was too short
record WrkResult(
        long answered,
        long sent,
        double seconds,
        long errorStatuses,
        long socketErrors,
        boolean exhausted,
        Figure.Latency latency) {

    private static final String MARK = "bench: ";

    double perSecond() {
        return answered / seconds;
    }

    static WrkResult parse(String output) {
        var line = output.lines().filter(l -> l.startsWith(MARK)).findFirst();
        if (line.isEmpty()) throw new BenchFailure("wrk ended without figures: " + shorten(output));
        var values = values(line.get().substring(MARK.length()));
        return new WrkResult(
                value(values, "requests"),
                value(values, "sent"),
                value(values, "micros") / 1e6,
                value(values, "status"),
                value(values, "socket"),
                value(values, "exhausted") > 0,
                Figure.Latency.ofMillis(value(values, "p50") / 1e3, value(values, "p99") / 1e3));
    }

    private static Map<String, String> values(String line) {
        var values = new HashMap<String, String>();
        for (var pair : line.strip().split(" +")) {
            int equals = pair.indexOf('=');
            if (equals > 0) values.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
        return values;
    }

    private static long value(Map<String, String> values, String key) {
        var text = values.getOrDefault(key, "");
        if (!text.matches("[0-9]{1,18}")) {
            throw new BenchFailure("wrk's figures have no number for " + key + ": " + values);
        }
        return Long.parseLong(text);
    }

    private static String shorten(String output) {
        var text = output.strip().replace('\n', ' ');
        return text.length() > 300 ? text.substring(0, 300) : text;
    }
}
