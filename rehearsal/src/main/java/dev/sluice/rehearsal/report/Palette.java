package dev.sluice.rehearsal.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Which colour a code of refusal has: the same in every report, and never one colour for two.
final class Palette {
    static final String OTHER = "c-grey";

    private static final Map<String, String> OWN =
            Map.of(
                    "SOLD_OUT", "c-slate",
                    "GATE_FULL", "c-amber",
                    "RATE_LIMITED", "c-violet",
                    "OVER_LIMIT", "c-blue",
                    "NOT_OPEN", "c-teal",
                    "OVERLOADED", "c-orange",
                    "UNAVAILABLE", "c-pink",
                    "NO_ANSWER", "c-red",
                    "CLOSED", "c-green");
    private static final List<String> ALL =
            List.of(
                    "c-teal",
                    "c-green",
                    "c-blue",
                    "c-pink",
                    "c-violet",
                    "c-amber",
                    "c-orange",
                    "c-slate",
                    "c-red");

    private Palette() {}

    /// @param codes at most nine
    static Map<String, String> of(List<String> codes) {
        var free = new ArrayList<>(ALL);
        codes.forEach(code -> free.remove(OWN.getOrDefault(code, "")));
        var colours = new LinkedHashMap<String, String>();
        for (var code : codes) {
            colours.put(code, OWN.containsKey(code) ? OWN.get(code) : free.removeFirst());
        }
        return colours;
    }
}
