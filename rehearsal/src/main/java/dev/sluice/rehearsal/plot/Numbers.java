package dev.sluice.rehearsal.plot;

import java.time.Duration;
import java.util.Locale;

/// Numbers as people read them, the same in the report and on the terminal.
public final class Numbers {
    public static final String UNKNOWN = "–";

    private static final String[] WORDS = {
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve"
    };

    private Numbers() {}

    public static String whole(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /// A rate that may be a mean: whole from ten on, with one decimal below.
    public static String rate(double number) {
        if (!Double.isFinite(number)) return UNKNOWN;
        if (number >= 10 || number == Math.rint(number)) return whole(Math.round(number));
        return String.format(Locale.ROOT, "%.1f", number);
    }

    /// Milliseconds with three figures at most, and seconds from one second on.
    public static String millis(double millis) {
        if (!Double.isFinite(millis)) return UNKNOWN;
        if (millis >= 999.5) return threeFigures(millis / 1_000) + " s";
        return threeFigures(millis) + " ms";
    }

    private static String threeFigures(double number) {
        if (number >= 99.95) return whole(Math.round(number));
        return String.format(Locale.ROOT, number >= 9.995 ? "%.1f" : "%.2f", number);
    }

    public static String duration(Duration duration) {
        if (duration.compareTo(Duration.ofSeconds(1)) < 0) return duration.toMillis() + " ms";
        if (duration.compareTo(Duration.ofMinutes(2)) < 0) {
            var seconds = String.format(Locale.ROOT, "%.1f", duration.toMillis() / 1_000.0);
            return (seconds.endsWith(".0") ? seconds.replace(".0", "") : seconds) + " s";
        }
        long seconds = duration.toSeconds();
        if (seconds < 7_200) return spoken(seconds / 60, "min", seconds % 60, "s");
        return spoken(seconds / 3_600, "h", seconds % 3_600 / 60, "min");
    }

    private static String spoken(long major, String majorUnit, long minor, String minorUnit) {
        var said = whole(major) + " " + majorUnit;
        return minor == 0 ? said : said + " " + minor + " " + minorUnit;
    }

    /// A part of a whole. What is more than nothing is never shown as none, nor almost all as all.
    public static String percent(double part) {
        if (!Double.isFinite(part)) return UNKNOWN;
        double percent = 100 * part;
        if (percent > 0 && percent < 0.1) return "under 0.1 %";
        if (percent < 100 && percent > 99.9) return "over 99.9 %";
        if (percent > 100) return String.format(Locale.ROOT, "%.1f %%", percent);
        if (percent == Math.rint(percent)) return Math.round(percent) + " %";
        return String.format(Locale.ROOT, percent < 10 ? "%.1f %%" : "%.0f %%", percent);
    }

    /// In words up to twelve, in figures from there on.
    public static String word(int number) {
        return number >= 0 && number < WORDS.length ? WORDS[number] : whole(number);
    }
}
