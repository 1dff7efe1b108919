package dev.sluice.server;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// How this Sluice runs. A value that cannot be is refused with a line that says which.
///
/// @param data folder for everything that stays
/// @param demo whether there are a demo catalogue, a demo sale and the demo outbox
/// @param rehearsal whether crowds of buyers may be made
/// @param operatorKey the key if it was set; otherwise the data folder has one
/// @param messagesWebhook where messages are handed to, if anywhere
/// @param challengeWorkBits zero bits that a proof of work has to start with
/// @param limits rates that differ from the table in [Limits], by `group.scope`
record Settings(
        ServerConfig server,
        Path data,
        boolean demo,
        boolean rehearsal,
        Optional<String> operatorKey,
        Optional<URI> messagesWebhook,
        int challengeWorkBits,
        Map<String, String> limits,
        LiveConfig live,
        PaymentConfig payments,
        EdgeConfig edge) {

    private static final int OPERATOR_KEY_MIN = 8;

    /// @param values by the names in [Setting]; what is missing has its standard value
    static Settings of(Map<String, String> values) {
        var reader = new Reader(values);
        var server =
                new ServerConfig(
                        reader.text("sluice.server.host"),
                        reader.number("sluice.server.port", 0, 65_535),
                        reader.number("sluice.server.event-loops", 0, 1_024),
                        reader.number("sluice.server.connections-max", 1, 10_000_000),
                        reader.number("sluice.server.in-flight-max", 1, 1_000_000),
                        reader.duration("sluice.server.idle-timeout"),
                        reader.duration("sluice.server.body-timeout"),
                        reader.checked("sluice.server.trusted-proxies", Proxies::parse));
        var live =
                new LiveConfig(
                        reader.number("sluice.live.sockets-max", 1, 10_000_000),
                        reader.number("sluice.live.sockets-per-buyer-max", 1, 1_000),
                        reader.number("sluice.live.waits-max", 0, 1_000_000));
        return new Settings(
                server,
                reader.path("sluice.data"),
                !reader.flag("sluice.no-demo"),
                reader.flag("sluice.rehearsal"),
                Optional.of(reader.checked("sluice.operator-key", Settings::operatorKey))
                        .filter(key -> !key.isEmpty()),
                Optional.ofNullable(
                        MessageWebhook.parse(
                                reader.checked(
                                        "sluice.messages.webhook-url", MessageWebhook::parse))),
                reader.number("sluice.challenge.work-bits", 0, 32),
                reader.limits(),
                live,
                PaymentConfig.of(values, !reader.flag(PaymentConfig.NO_SANDBOX)),
                EdgeConfig.of(
                        reader.checked("sluice.edge.urls", EdgeConfig::urls),
                        reader.checked("sluice.edge.key", EdgeConfig::key)));
    }

    private static String operatorKey(String key) {
        if (!key.isEmpty() && key.length() < OPERATOR_KEY_MIN) {
            throw new IllegalArgumentException(
                    "it needs at least " + OPERATOR_KEY_MIN + " characters");
        }
        return key;
    }

    /// Reads values by name, each checked, each failure naming the setting.
    private record Reader(Map<String, String> values) {

        String text(String name) {
            var standard = Setting.named(name).orElseThrow().standard();
            return values.getOrDefault(name, standard).strip();
        }

        int number(String name, int min, int max) {
            var text = text(name);
            try {
                int number = Integer.parseInt(text);
                if (number >= min && number <= max) return number;
            } catch (NumberFormatException notANumber) {
                // The same refusal as for a number outside the range.
            }
            throw bad(name, text, "write a number from " + min + " to " + max);
        }

        boolean flag(String name) {
            var text = text(name);
            return switch (text) {
                case "true", "1", "yes", "on" -> true;
                case "false", "0", "no", "off", "" -> false;
                default -> throw bad(name, text, "write true or false");
            };
        }

        Path path(String name) {
            try {
                return Path.of(text(name)).toAbsolutePath().normalize();
            } catch (IllegalArgumentException notAPath) {
                throw bad(name, text(name), "write the path of a folder");
            }
        }

        Duration duration(String name) {
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

        String checked(String name, Function<String, ?> check) {
            var text = text(name);
            try {
                check.apply(text);
                return text;
            } catch (IllegalArgumentException e) {
                throw bad(name, text, e.getMessage());
            }
        }

        Map<String, String> limits() {
            var limits = new HashMap<String, String>();
            for (var key : Limits.defaults().keySet()) {
                var name = "sluice.limits." + key;
                if (values.containsKey(name)) limits.put(key, checked(name, Rate::parse));
            }
            return limits;
        }

        private static StartFailure bad(String name, String text, String advice) {
            var shown = name.endsWith("key") ? "..." : text;
            return new StartFailure(
                    "The setting %s cannot be \"%s\": %s.".formatted(name, shown, advice));
        }
    }
}
