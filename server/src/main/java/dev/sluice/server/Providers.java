package dev.sluice.server;

import dev.sluice.sale.PaymentId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// The payment providers by name, and how their notices are signed: HMAC-SHA256 of the raw body in
/// hexadecimal, in the header [#SIGNATURE]. Safe for all threads.
final class Providers {

    static final String SANDBOX = "sandbox";
    static final String SIGNATURE = "X-Sluice-Signature";

    private static final String ALGORITHM = "HmacSHA256";

    /// A provider that money can come from.
    static final class Provider {

        private final SecretKeySpec key;
        private final String payUrl;

        private Provider(byte[] secret, String payUrl) {
            this.key = new SecretKeySpec(secret, ALGORITHM);
            this.payUrl = payUrl;
        }

        /// Where the buyer pays.
        String payUrl(PaymentId payment) {
            return payUrl + payment;
        }

        String sign(byte[] body) {
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
    Providers(PaymentConfig config, byte[] sandboxSecret) {
        config.outside().forEach((name, outside) -> providers.put(name, provider(outside)));
        if (config.sandbox()) {
            providers.put(SANDBOX, new Provider(sandboxSecret, Sandbox.PATH));
        }
    }

    /// By the alphabet.
    List<String> names() {
        return List.copyOf(providers.keySet());
    }

    Optional<Provider> find(String name) {
        return Optional.ofNullable(providers.get(name));
    }

    private static Provider provider(PaymentConfig.Outside outside) {
        return new Provider(outside.secret().getBytes(StandardCharsets.UTF_8), outside.payUrl());
    }
}
