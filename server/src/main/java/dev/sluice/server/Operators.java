package dev.sluice.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Who runs sales: whoever has the operator key, or a session that the key opened. An operator's
/// session is signed with the key and kept nowhere, so a new key ends them all. Never blocks.
final class Operators {

    /// How long an operator's session lasts.
    static final Duration LENGTH = Duration.ofHours(12);

    private static final String PREFIX = "op.";
    private static final int CLAIMED_BYTES = 16;
    private static final int SIGNED_BYTES = 16;

    private final byte[] keyHash;
    private final SecretKeySpec secret;
    private final InstantSource clock;
    private final RandomGenerator random;

    Operators(String key, InstantSource clock, RandomGenerator random) {
        this.keyHash = sha256(key);
        this.secret = new SecretKeySpec(sha256("operator session " + key), "HmacSHA256");
        this.clock = clock;
        this.random = random;
    }

    /// Whether the token is the operator key or an operator's session that has not expired. How
    /// long this takes tells nothing about the key.
    boolean accepts(String token) {
        return token.startsWith(PREFIX) ? isSession(token) : isKey(token);
    }

    boolean isKey(String key) {
        return MessageDigest.isEqual(keyHash, sha256(key));
    }

    /// A new session's token, good for [#LENGTH].
    String open() {
        long until = clock.instant().plus(LENGTH).getEpochSecond();
        var bytes = ByteBuffer.allocate(CLAIMED_BYTES + SIGNED_BYTES);
        bytes.putLong(until).putLong(random.nextLong());
        bytes.put(sign(bytes.array()));
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    private boolean isSession(String token) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(token.substring(PREFIX.length()));
        } catch (IllegalArgumentException garbage) {
            return false;
        }
        if (bytes.length != CLAIMED_BYTES + SIGNED_BYTES) return false;
        var signature = Arrays.copyOfRange(bytes, CLAIMED_BYTES, bytes.length);
        if (!MessageDigest.isEqual(signature, sign(bytes))) return false;
        return clock.instant().getEpochSecond() < ByteBuffer.wrap(bytes).getLong();
    }

    private byte[] sign(byte[] bytes) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(secret);
            mac.update(bytes, 0, CLAIMED_BYTES);
            return Arrays.copyOf(mac.doFinal(), SIGNED_BYTES);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] sha256(String text) {
        try {
            var sha = MessageDigest.getInstance("SHA-256");
            return sha.digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
