package dev.sluice.server;

import dev.sluice.intake.IntakeConfig;
import dev.sluice.server.access.Proxies;
import dev.sluice.server.account.MessageWebhook;
import dev.sluice.server.config.SettingReader;
import dev.sluice.server.config.StartFailure;
import dev.sluice.server.http.ServerConfig;
import dev.sluice.server.live.LiveConfig;
import dev.sluice.server.nginx.EdgeConfig;
import dev.sluice.server.payment.PaymentConfig;
import dev.sluice.server.profile.AdapterConfig;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/// How this Sluice runs. A value that cannot be is refused with a line that says which.
///
/// @param data folder for persistent data
/// @param demo whether there are a demo catalogue, a demo sale and the demo outbox
/// @param rehearsal whether crowds of buyers may be made
/// @param rehearsalClassPath with which rehearsals are started from the console, if they are
/// @param operatorKey the key if it was set; otherwise the data folder has one
/// @param messagesWebhook where messages are handed to, if anywhere
/// @param challengeWorkBits zero bits that a proof of work has to start with
/// @param adapters which adapters it runs on
/// @param limits rates that differ from the table in [Limits], by `group.scope`
public record Settings(
        ServerConfig server,
        Path data,
        boolean demo,
        boolean rehearsal,
        Optional<String> rehearsalClassPath,
        Optional<String> operatorKey,
        Optional<URI> messagesWebhook,
        int challengeWorkBits,
        Map<String, String> limits,
        IntakeConfig intake,
        LiveConfig live,
        PaymentConfig payments,
        AdapterConfig adapters,
        EdgeConfig edge) {

    private static final int OPERATOR_KEY_MIN = 8;

    /// @param values by the names in [Setting]; what is missing has its standard value
    public static Settings of(Map<String, String> values) {
        var reader = new SettingReader(values);
        var server =
                new ServerConfig(
                        reader.text("sluice.server.host"),
                        reader.number("sluice.server.port", 0, 65_535),
                        reader.number("sluice.server.event-loops", 0, 1_024),
                        reader.number("sluice.server.connections-max", 1, 10_000_000),
                        reader.number("sluice.server.connections-per-address-max", 1, 10_000_000),
                        reader.number("sluice.server.in-flight-max", 1, 1_000_000),
                        reader.duration("sluice.server.idle-timeout"),
                        reader.duration("sluice.server.body-timeout"),
                        reader.checked("sluice.server.trusted-proxies", Proxies::parse));
        var live =
                new LiveConfig(
                        reader.number("sluice.live.sockets-max", 1, 10_000_000),
                        reader.number("sluice.live.sockets-per-buyer-max", 1, 1_000),
                        reader.number("sluice.live.waits-max", 0, 1_000_000));
        boolean demo = demo(reader, server.host());
        boolean rehearsal = reader.flag("sluice.rehearsal");
        boolean plays = demo || rehearsal || reader.flag(PaymentConfig.SANDBOX);
        return new Settings(
                server,
                reader.path("sluice.data"),
                demo,
                rehearsal,
                Optional.of(reader.text("sluice.rehearsal-class-path"))
                        .filter(path -> !path.isEmpty()),
                Optional.of(reader.checked("sluice.operator-key", Settings::operatorKey))
                        .filter(key -> !key.isEmpty()),
                Optional.ofNullable(
                        MessageWebhook.parse(
                                reader.checked(
                                        "sluice.messages.webhook-url", MessageWebhook::parse))),
                reader.number("sluice.challenge.work-bits", 0, 32),
                reader.limits(),
                intake(reader),
                live,
                PaymentConfig.of(values, plays && !reader.flag(PaymentConfig.NO_SANDBOX)),
                AdapterConfig.of(reader),
                EdgeConfig.of(
                        reader.checked("sluice.edge.urls", EdgeConfig::urls),
                        reader.checked("sluice.edge.key", EdgeConfig::key)));
    }

    private static IntakeConfig intake(SettingReader reader) {
        var reserveTimeout = reader.duration("sluice.intake.reserve-timeout");
        var passLifetime = reader.duration("sluice.intake.pass-lifetime");
        try {
            return IntakeConfig.DEFAULTS
                    .withReserveTimeout(reserveTimeout)
                    .withPassLifetime(passLifetime);
        } catch (IllegalArgumentException e) {
            throw new StartFailure("A setting is not valid: " + e.getMessage() + ".");
        }
    }

    /// The demo shows one-time codes to whoever asks, so it is for its own machine only.
    private static boolean demo(SettingReader reader, String host) {
        boolean demo = !reader.flag("sluice.no-demo");
        if (demo && !isOwn(host) && !reader.flag("sluice.demo-anywhere")) {
            throw new StartFailure(
                    "The demo shows one-time codes and takes play money, so it does not listen on"
                            + " %s. Start with --no-demo, or insist with --demo-anywhere."
                                    .formatted(host));
        }
        return demo;
    }

    /// Whether the address is this machine's own, as it is written: no name is looked up.
    private static boolean isOwn(String host) {
        boolean isNumeric = host.chars().allMatch(c -> c == '.' || c >= '0' && c <= '9');
        return switch (host) {
            case "localhost", "::1" -> true;
            default -> isNumeric && host.startsWith("127.");
        };
    }

    private static String operatorKey(String key) {
        if (!key.isEmpty() && key.length() < OPERATOR_KEY_MIN) {
            throw new IllegalArgumentException(
                    "it needs at least " + OPERATOR_KEY_MIN + " characters");
        }
        return key;
    }
}
