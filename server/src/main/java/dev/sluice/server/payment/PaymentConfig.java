package dev.sluice.server.payment;

import dev.sluice.server.config.StartFailure;
import java.net.URI;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Who takes money. Settings live under `sluice.payments`: the sandbox is there only to play, and
/// any other provider has a name of its own in `sluice.payments.<name>.secret` and `.pay-url`,
/// and in `.refund-url` where it can be asked to send money back.
///
/// @param sandbox whether the sandbox is there
/// @param outside the other providers by name
public record PaymentConfig(boolean sandbox, Map<String, Outside> outside) {

    /// @param secret what the provider signs its notices with
    /// @param payUrl where buyers are sent, with the payment's id added
    /// @param refundUrl where it is asked to send money back; without it people do that
    public record Outside(String secret, String payUrl, Optional<URI> refundUrl) {

        @Override
        public String toString() {
            return "Outside[" + payUrl + "]";
        }
    }

    public static final String SANDBOX = "sluice.payments.sandbox";
    public static final String NO_SANDBOX = "sluice.payments.no-sandbox";

    private static final String PREFIX = "sluice.payments.";
    private static final String VARIABLE_PREFIX = "SLUICE_PAYMENTS_";
    private static final Pattern NAMED =
            Pattern.compile(
                    "sluice\\.payments\\.([a-z0-9][a-z0-9-]{0,39})\\.(secret|pay-url|refund-url)");
    private static final int SECRET_MIN = 16;

    public PaymentConfig {
        outside = Map.copyOf(outside);
    }

    /// Whether this is the name of a setting of some provider.
    public static boolean isSetting(String name) {
        return NAMED.matcher(name).matches();
    }

    /// The setting that an environment variable sets: `SLUICE_PAYMENTS_ACME_PAY_URL` sets
    /// `sluice.payments.acme.pay-url`. Nothing when it sets none of these.
    public static Optional<String> settingOf(String variable) {
        if (!variable.startsWith(VARIABLE_PREFIX)) return Optional.empty();
        var rest = variable.substring(VARIABLE_PREFIX.length()).toLowerCase(Locale.ROOT);
        var name = PREFIX + rest.replace('_', '-');
        for (var field : new String[] {"secret", "pay-url", "refund-url"}) {
            if (!name.endsWith("-" + field)) continue;
            var setting = name.substring(0, name.length() - field.length() - 1) + "." + field;
            if (isSetting(setting)) return Optional.of(setting);
        }
        return Optional.empty();
    }

    public static PaymentConfig of(Map<String, String> values, boolean sandbox) {
        var names = new HashSet<String>();
        for (var setting : values.keySet()) {
            var matcher = NAMED.matcher(setting);
            if (matcher.matches()) names.add(matcher.group(1));
        }
        if (names.contains(Providers.SANDBOX)) {
            throw new StartFailure(
                    "The name sandbox is taken: call the provider in sluice.payments.sandbox"
                            + " something else.");
        }
        var outside = new TreeMap<String, Outside>();
        for (var name : names) outside.put(name, outside(values, name));
        return new PaymentConfig(sandbox, outside);
    }

    private static Outside outside(Map<String, String> values, String name) {
        var secret = values.getOrDefault(PREFIX + name + ".secret", "").strip();
        var payUrl = values.getOrDefault(PREFIX + name + ".pay-url", "").strip();
        if (secret.length() < SECRET_MIN) {
            throw new StartFailure(
                    "The setting sluice.payments.%s.secret needs at least %d characters."
                            .formatted(name, SECRET_MIN));
        }
        if (payUrl.isEmpty() || payUrl.chars().anyMatch(c -> c <= ' ' || c > '~')) {
            throw new StartFailure(
                    "The setting sluice.payments.%s.pay-url must be an address, to which the id of"
                                    .formatted(name)
                            + " the payment is added.");
        }
        return new Outside(secret, payUrl, refundUrl(values, name));
    }

    private static Optional<URI> refundUrl(Map<String, String> values, String name) {
        var text = values.getOrDefault(PREFIX + name + ".refund-url", "").strip();
        if (text.isEmpty()) return Optional.empty();
        try {
            var url = URI.create(text);
            boolean isHttp = "http".equals(url.getScheme()) || "https".equals(url.getScheme());
            if (isHttp && url.getHost() != null) return Optional.of(url);
        } catch (IllegalArgumentException notAnAddress) {
            // The same refusal as for an address of another kind.
        }
        throw new StartFailure(
                "The setting sluice.payments.%s.refund-url must be an address that begins with"
                                .formatted(name)
                        + " https://, or with http:// in a private network.");
    }
}
