package dev.sluice.server.payment;

import dev.sluice.id.PaymentId;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The payment providers by name, and how their notices are signed: HMAC-SHA256 of the raw body in
/// hexadecimal, in the header [#SIGNATURE]. Safe for all threads.
public final class Providers {

    public static final String SANDBOX = "sandbox";
    public static final String SIGNATURE = "X-Sluice-Signature";

    private static final String ALGORITHM = "HmacSHA256";

    /// A provider that money can come from.
    public static final class Provider {

        private final SecretKeySpec key;
        private final String payUrl;
        private final Optional<Supplier<URI>> refundUrl;

        private Provider(byte[] secret, String payUrl, Optional<Supplier<URI>> refundUrl) {
            this.key = new SecretKeySpec(secret, ALGORITHM);
            this.payUrl = payUrl;
            this.refundUrl = refundUrl;
        }

        /// Where it is asked to send money back; asked each time, since a port may be known late.
        Optional<Supplier<URI>> refundUrl() {
            return refundUrl;
        }

        /// Where the buyer pays.
        String payUrl(PaymentId payment) {
            return payUrl + payment;
        }

        public String sign(byte[] body) {
            return HexFormat.of().formatHex(mac(body));
        }

        /// Whether the signature fits the body, in a time that does not tell how nearly it does.
        boolean hasSigned(byte[] body, String signature) {
            byte[] given;
            try {
                given = HexFormat.of().parseHex(signature);
            } catch (IllegalArgumentException notHex) {
                return false;
            }
            return MessageDigest.isEqual(mac(body), given);
        }

        private byte[] mac(byte[] body) {
            try {
                var mac = Mac.getInstance(ALGORITHM);
                mac.init(key);
                return mac.doFinal(body);
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    private final Map<String, Provider> providers = new TreeMap<>();

    /// @param sandboxSecret what the sandbox signs with, the same on every node
    /// @param sandboxRefunds where the sandbox is asked to send money back
    public Providers(PaymentConfig config, byte[] sandboxSecret, Supplier<URI> sandboxRefunds) {
        config.outside().forEach((name, outside) -> providers.put(name, provider(outside)));
        if (config.sandbox()) {
            var refundUrl = Optional.of(sandboxRefunds);
            providers.put(SANDBOX, new Provider(sandboxSecret, Sandbox.PATH, refundUrl));
        }
    }

    /// By the alphabet.
    List<String> names() {
        return List.copyOf(providers.keySet());
    }

    /// Those that can be asked to send money back.
    public Set<String> refunding() {
        var names = new TreeSet<String>();
        providers.forEach((name, provider) -> {
            if (provider.refundUrl().isPresent()) names.add(name);
        });
        return names;
    }

    /// What whoever starts a shop has to know about its ways to pay, if anything.
    public Optional<String> caution() {
        if (providers.isEmpty()) {
            return Optional.of(
                    "Nobody can pay: set a provider with sluice.payments.NAME.secret and .pay-url,"
                            + " or start with --sandbox to play.");
        }
        if (!providers.containsKey(SANDBOX)) return Optional.empty();
        return Optional.of(
                "The sandbox is on: whoever opens its page pays an order without money. Start a"
                        + " real shop with --no-demo and without --sandbox and --rehearsal.");
    }

    public Optional<Provider> find(String name) {
        return Optional.ofNullable(providers.get(name));
    }

    private static Provider provider(PaymentConfig.Outside outside) {
        return new Provider(
                outside.secret().getBytes(StandardCharsets.UTF_8),
                outside.payUrl(),
                outside.refundUrl().map(url -> () -> url));
    }
}
