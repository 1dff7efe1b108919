package dev.sluice.rehearsal.plot;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Where values stand on a line of a plot, and which of them are written beside it.
///
/// @param low the value at `from`; `high` is at `to`
/// @param log whether equal distances are equal ratios
record Axis(double low, double high, double from, double to, boolean log, List<Tick> ticks) {
    private static final int[] TIME_STEPS = {
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 21_600, 43_200, 86_400
    };

    record Tick(double value, String label) {}

    /// Counts from zero up to a round number that is not below `most`.
    static Axis counts(double most, double from, double to) {
        double top = Double.isFinite(most) ? Math.max(most, 1) : 1;
        double step = roundStep(top / 5);
        double high = step * Math.ceil(top / step - 1e-9);
        var ticks = new ArrayList<Tick>();
        for (int i = 0; i <= Math.round(high / step); i++) {
            ticks.add(new Tick(i * step, Numbers.whole(Math.round(i * step))));
        }
        return new Axis(0, high, from, to, false, List.copyOf(ticks));
    }

    /// Milliseconds in whole decades around what there is, at least two of them.
    static Axis millis(double least, double most, double from, double to) {
        boolean known = Double.isFinite(least) && Double.isFinite(most) && most > 0;
        int first = known ? (int) Math.floor(Math.log10(Math.max(least, 0.01)) + 1e-9) : 0;
        int last = known ? (int) Math.ceil(Math.log10(Math.max(most, 0.01)) - 1e-9) : 2;
        last = Math.max(last, first + 2);
        var ticks = new ArrayList<Tick>();
        for (int power = first; power <= last; power++) {
            ticks.add(new Tick(Math.pow(10, power), decade(power)));
        }
        return new Axis(Math.pow(10, first), Math.pow(10, last), from, to, true, ticks);
    }

    /// Seconds since the start.
    ///
    /// @param most how many ticks there is room for
    static Axis time(int seconds, double from, double to, int most) {
        int span = Math.max(seconds, 1);
        int step = TIME_STEPS[TIME_STEPS.length - 1];
        for (int i = TIME_STEPS.length - 1; i >= 0 && span / TIME_STEPS[i] <= most; i--) {
            step = TIME_STEPS[i];
        }
        step = Math.max(step, Math.ceilDiv(span, most) / step * step);
        var ticks = new ArrayList<Tick>();
        for (int at = 0; at <= span; at += step) ticks.add(new Tick(at, clock(at, span)));
        return new Axis(0, span, from, to, false, List.copyOf(ticks));
    }

    /// The place of a value; one beyond an end stands at that end.
    double at(double value) {
        double inside = Math.clamp(value, low, high);
        double part =
                log ? Math.log(inside / low) / Math.log(high / low) : (inside - low) / (high - low);
        return from + part * (to - from);
    }

    private static double roundStep(double step) {
        double power = Math.pow(10, Math.floor(Math.log10(step)));
        double part = step / power;
        double round = part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10;
        return Math.max(1, round * power);
    }

    private static String decade(int power) {
        if (power < 0) return "0." + "0".repeat(-power - 1) + "1 ms";
        if (power < 3) return Numbers.whole(Math.round(Math.pow(10, power))) + " ms";
        return Numbers.whole(Math.round(Math.pow(10, power - 3))) + " s";
    }

    /// Seconds as they are in a short run, minutes and seconds in a longer one, then hours.
    static String clock(int second, int span) {
        if (span < 180) return second + " s";
        var time = Duration.ofSeconds(second);
        if (span < 7_200) return "%d:%02d".formatted(time.toMinutes(), time.toSecondsPart());
        return "%d:%02d h".formatted(time.toHours(), time.toMinutesPart());
    }
}
