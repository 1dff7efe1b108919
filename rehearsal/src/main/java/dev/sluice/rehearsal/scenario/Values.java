package dev.sluice.rehearsal.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Reads what people write as values of options and of scenario fields. What cannot be is refused
/// with an `IllegalArgumentException` whose words fit behind the name of the option or field.
public final class Values {
    private static final int SHOWN_MAX = 40;
    private static final int OFFERS_MAX = 100;
    private static final int UNITS_MAX = 10_000_000;

    private Values() {}

    public static int number(String text, int min, int max) {
        if (text.matches("[0-9]{1,9}")) {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) return number;
        }
        throw refusal("a number from " + min + " to " + max, text);
    }

    public static long seed(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw refusal("a whole number such as 42", text);
        }
    }

    /// Units of each offer, with commas between them.
    public static List<Integer> units(String text) {
        var units = new ArrayList<Integer>();
        for (var part : text.split(",", -1)) units.add(number(part.strip(), 1, UNITS_MAX));
        if (units.size() <= OFFERS_MAX) return List.copyOf(units);
        throw refusal("at most " + OFFERS_MAX + " numbers", units.size() + " of them");
    }

    public static Duration duration(String text, Duration min, Duration max) {
        var duration = parse(text);
        if (duration.compareTo(min) >= 0 && duration.compareTo(max) <= 0) return duration;
        throw refusal("a time from %s to %s".formatted(words(min), words(max)), text);
    }

    /// A constant by its word, such as `double-spike`.
    public static <E extends Enum<E>> E choice(String text, Class<E> type) {
        var all = type.getEnumConstants();
        for (var constant : all) if (word(constant).equals(text)) return constant;
        var words = Arrays.stream(all).map(Values::word).collect(Collectors.joining(", "));
        throw refusal("one of " + words, text);
    }

    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /// A duration the way it is written: `500ms`, `20s`, `2m`, `1h`.
    public static String words(Duration duration) {
        if (duration.toMillisPart() != 0) return duration.toMillis() + "ms";
        if (duration.toSecondsPart() != 0 || duration.isZero()) return duration.toSeconds() + "s";
        if (duration.toMinutesPart() != 0) return duration.toMinutes() + "m";
        return duration.toHours() + "h";
    }

    public static IllegalArgumentException refusal(String allowed, String was) {
        return new IllegalArgumentException("must be " + allowed + ", was " + quoted(was));
    }

    /// In quotes, on one line, and not at length.
    public static String quoted(String text) {
        var line = text.replaceAll("\\p{Cntrl}", "?");
        boolean fits = line.length() <= SHOWN_MAX;
        return "\"" + (fits ? line : line.substring(0, SHOWN_MAX) + "…") + "\"";
    }

    private static Duration parse(String text) {
        int digits = text.replaceFirst("[^0-9].*", "").length();
        if (digits == 0 || digits > 9) throw notATime(text);
        long amount = Long.parseLong(text.substring(0, digits));
        return switch (text.substring(digits)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> throw notATime(text);
        };
    }

    private static IllegalArgumentException notATime(String text) {
        return refusal("a time such as 500ms, 20s or 2m", text);
    }
}
