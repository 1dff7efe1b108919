package dev.sluice.server.access;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.random.RandomGenerator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Who runs sales: whoever has the operator key, or a session that the key opened. An operator's
/// session is signed with the key and kept nowhere, so a new key ends them all; only those that
/// were ended early are kept, until they would have expired. Never blocks.
public final class Operators {

    /// How long an operator's session lasts.
    public static final Duration LENGTH = Duration.ofHours(12);

    private static final String PREFIX = "op.";
    private static final int CLAIMED_BYTES = 16;
    private static final int SIGNED_BYTES = 16;

    private record OperatorSession(long until, long number) {}

    private final ConcurrentMap<Long, Long> ended = new ConcurrentHashMap<>();
    private final byte[] keyHash;
    private final SecretKeySpec secret;
    private final InstantSource clock;
    private final RandomGenerator random;

    public Operators(String key, InstantSource clock, RandomGenerator random) {
        this.keyHash = sha256(key);
        this.secret = new SecretKeySpec(sha256("operator session " + key), "HmacSHA256");
        this.clock = clock;
        this.random = random;
    }

    /// Whether the token is the operator key or an operator's session that has not expired. How
    /// long this takes tells nothing about the key.
    public boolean accepts(String token) {
        return isKey(token) || isSession(token);
    }

    public boolean isKey(String key) {
        return MessageDigest.isEqual(keyHash, sha256(key));
    }

    /// A new session's token, good for [#LENGTH].
    public String open() {
        long until = clock.instant().plus(LENGTH).getEpochSecond();
        var bytes = ByteBuffer.allocate(CLAIMED_BYTES + SIGNED_BYTES);
        bytes.putLong(until).putLong(random.nextLong());
        bytes.put(sign(bytes.array()));
        return PREFIX + Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    /// Ends a session before its time. The key itself has no end.
    public void end(String token) {
        var session = read(token);
        if (session != null) ended.put(session.number, session.until);
    }

    /// The sessions that were ended early and would not have expired yet: number and last second.
    public Map<Long, Long> ended() {
        long now = clock.instant().getEpochSecond();
        ended.values().removeIf(until -> until <= now);
        return Map.copyOf(ended);
    }

    /// Takes in what [#ended] told an earlier process.
    public void restoreEnded(Map<Long, Long> earlier) {
        ended.putAll(earlier);
    }

    private boolean isSession(String token) {
        var session = read(token);
        return session != null
                && clock.instant().getEpochSecond() < session.until
                && !ended.containsKey(session.number);
    }

    /// What a genuine token says, or null for any other.
    private OperatorSession read(String token) {
        if (!token.startsWith(PREFIX)) return null;
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(token.substring(PREFIX.length()));
        } catch (IllegalArgumentException garbage) {
            return null;
        }
        if (bytes.length != CLAIMED_BYTES + SIGNED_BYTES) return null;
        var signature = Arrays.copyOfRange(bytes, CLAIMED_BYTES, bytes.length);
        if (!MessageDigest.isEqual(signature, sign(bytes))) return null;
        var claimed = ByteBuffer.wrap(bytes);
        return new OperatorSession(claimed.getLong(), claimed.getLong());
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
