package dev.sluice.rehearsal;

import dev.sluice.rehearsal.evidence.Run;
import io.vertx.core.json.JsonObject;
import java.util.Map;
import java.util.Set;

/// Whether the machine was too slow for a rehearsal to show that units which come back are sold.
/// Units that come back shortly before the close are excused, but where a single answer takes about
/// as long as that, others find no buyer in time, either.
final class Slowness {

    /// The one promise that a slow machine keeps from being shown.
    private static final String UP_TO_THE_MACHINE = "Nothing was undersold";

    /// Half of what units have that come back before nothing excuses them any more.
    private static final double ANSWER_MILLIS_MAX = 500;

    /// Calls that may wait because they ask for it.
    private static final Set<String> MAY_WAIT = Set.of("outcome", "all");

    private Slowness() {}

    static boolean isIn(Run run) {
        return run.pace().bottleneck()
                || run.timeline().latencies().entrySet().stream()
                        .filter(entry -> !MAY_WAIT.contains(entry.getKey()))
                        .map(Map.Entry::getValue)
                        .anyMatch(latency -> latency.longest() > ANSWER_MILLIS_MAX);
    }

    /// The same by a report. A server that was killed was away for longer than an answer takes.
    static boolean isIn(JsonObject report) {
        if (report.getJsonObject("pace").getBoolean("bottleneck")) return true;
        if (report.getInteger("kills") > 0) return true;
        var latencies = report.getJsonObject("latencies");
        for (var call : latencies.fieldNames()) {
            var latency = latencies.getJsonObject(call);
            if (latency == null || MAY_WAIT.contains(call)) continue;
            if (latency.getDouble("longestMillis") > ANSWER_MILLIS_MAX) return true;
        }
        return false;
    }

    /// Whether every other promise was kept.
    static boolean isAllThatIsWrong(JsonObject report) {
        for (var each : report.getJsonObject("verdict").getJsonArray("findings")) {
            var finding = (JsonObject) each;
            boolean isExcused = finding.getString("promise").equals(UP_TO_THE_MACHINE);
            if (!finding.getBoolean("holds") && !isExcused) return false;
        }
        return true;
    }
}
