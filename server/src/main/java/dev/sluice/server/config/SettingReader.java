package dev.sluice.server.config;

import dev.sluice.server.access.Limits;
import dev.sluice.server.access.Rate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Reads values by name, each checked, each failure naming the setting.
public record SettingReader(Map<String, String> values) {

    /// The same settings, where one that is not set has this value.
    public SettingReader or(String name, String standard) {
        if (!text(name).isEmpty()) return this;
        var more = new HashMap<>(values);
        more.put(name, standard);
        return new SettingReader(more);
    }

    public String text(String name) {
        var standard = Setting.named(name).orElseThrow().standard();
        return values.getOrDefault(name, standard).strip();
    }

    public int number(String name, int min, int max) {
        var text = text(name);
        try {
            int number = Integer.parseInt(text);
            if (number >= min && number <= max) return number;
        } catch (NumberFormatException notANumber) {
            // The same refusal as for a number outside the range.
        }
        throw bad(name, text, "write a number from " + min + " to " + max);
    }

    /// One of the constants of an enum, written small.
    public <E extends Enum<E>> E choice(String name, Class<E> choices) {
        var text = text(name);
        for (var choice : choices.getEnumConstants()) {
            if (choice.name().toLowerCase(Locale.ROOT).equals(text)) return choice;
        }
        var known =
                Arrays.stream(choices.getEnumConstants())
                        .map(choice -> choice.name().toLowerCase(Locale.ROOT))
                        .collect(Collectors.joining(", "));
        throw bad(name, text, "write one of " + known);
    }

    public boolean flag(String name) {
        var text = text(name);
        return switch (text) {
            case "true", "1", "yes", "on" -> true;
            case "false", "0", "no", "off", "" -> false;
            default -> throw bad(name, text, "write true or false");
        };
    }

    public Path path(String name) {
        try {
            return Path.of(text(name)).toAbsolutePath().normalize();
        } catch (IllegalArgumentException notAPath) {
            throw bad(name, text(name), "write the path of a folder");
        }
    }

    public Duration duration(String name) {
        var text = text(name);
        try {
            var iso = text.endsWith("ms") ? millis(text) : Duration.parse("PT" + text);
            if (iso.isPositive() && iso.compareTo(Duration.ofDays(1)) <= 0) return iso;
        } catch (RuntimeException notADuration) {
            // The same refusal as for a duration outside the range.
        }
        throw bad(name, text, "write a time such as 500ms, 10s or 2m, of a day at most");
    }

    private static Duration millis(String text) {
        return Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)));
    }

    public String checked(String name, Function<String, ?> check) {
        var text = text(name);
        try {
            check.apply(text);
            return text;
        } catch (IllegalArgumentException e) {
            throw bad(name, text, e.getMessage());
        }
    }

    public Map<String, String> limits() {
        var limits = new HashMap<String, String>();
        for (var key : Limits.defaults().keySet()) {
            var name = "sluice.limits." + key;
            if (values.containsKey(name)) limits.put(key, checked(name, Rate::parse));
        }
        return limits;
    }

    static StartFailure bad(String name, String text, String advice) {
        var shown = name.endsWith("key") || name.endsWith("password") ? "..." : text;
        return new StartFailure(
                "The setting %s cannot be \"%s\": %s.".formatted(name, shown, advice));
    }
}
