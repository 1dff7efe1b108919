package dev.sluice.server.challenge;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.sluice.id.BuyerId;
import dev.sluice.id.OfferId;
import dev.sluice.port.SharedCache;
import dev.sluice.sale.Sale.ChallengeKind;
import dev.sluice.server.config.World;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import java.util.SplittableRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// What a buyer solves to get a pass. Nothing is stored when a challenge is handed out: its id is
/// 45 signed bytes (kind, nonce, last second, offer, buyer, tag), and sum and picture follow from
/// the nonce and a secret. Only a challenge that was tried is remembered, until it expires, so that
/// it is good for one try.
///
/// A challenge that was asked for without a session is good for any buyer. Safe for all threads;
/// only an answer is looked up at the other nodes, and that may block.
public final class Challenges {

    public static final Duration LIFETIME = Duration.ofMinutes(2);
    public static final int ANSWER_MAX = 64;

    private static final int SIGNED_BYTES = 1 + Long.BYTES + Integer.BYTES + 2 * Long.BYTES;
    private static final int TAG_BYTES = 16;
    private static final long NOBODY = 0;

    /// More than the limits let anybody try within a challenge's lifetime.
    private static final int TRIED_MAX = 1_000_000;

    private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder BYTES = Base64.getUrlDecoder();

    /// @param id as clients know it
    /// @param buyer who may answer it; empty for anybody
    public record Challenge(
            String id,
            ChallengeKind kind,
            long nonce,
            Instant expiresAt,
            OfferId offer,
            Optional<BuyerId> buyer) {

        /// What a proof of work begins with.
        String nonceText() {
            return TEXT.encodeToString(ByteBuffer.allocate(Long.BYTES).putLong(nonce).array());
        }
    }

    private final SecretKeySpec secret;
    private final World world;
    private final int workBits;
    private final Cache<Long, Boolean> tried;
    private final Optional<SharedCache> others;

    /// @param secret the same on every node and after a restart
    /// @param others where all nodes see which challenges were tried, if there are several
    public Challenges(byte[] secret, int workBits, World world, Optional<SharedCache> others) {
        this.others = others;
        this.secret = new SecretKeySpec(secret, "HmacSHA256");
        this.workBits = workBits;
        this.world = world;
        this.tried =
                Caffeine.newBuilder()
                        .maximumSize(TRIED_MAX)
                        .expireAfterWrite(LIFETIME.plusSeconds(1))
                        .ticker(world.nanos()::getAsLong)
                        .build();
    }

    int workBits() {
        return workBits;
    }

    Challenge make(ChallengeKind kind, OfferId offer, Optional<BuyerId> buyer) {
        long nonce = world.random().nextLong();
        long expiry = world.clock().instant().plus(LIFETIME).getEpochSecond();
        var bytes = ByteBuffer.allocate(SIGNED_BYTES + TAG_BYTES);
        bytes.put((byte) kind.ordinal()).putLong(nonce).putInt(Math.toIntExact(expiry));
        bytes.putLong(offer.value()).putLong(buyer.map(BuyerId::value).orElse(NOBODY));
        bytes.put(tag(bytes.array()));
        var id = TEXT.encodeToString(bytes.array());
        return new Challenge(id, kind, nonce, Instant.ofEpochSecond(expiry), offer, buyer);
    }

    /// The challenge with this id, if it was made here, is not over and was not tried.
    public Optional<Challenge> find(String id) {
        return parse(id)
                .filter(challenge -> world.clock().instant().isBefore(challenge.expiresAt))
                .filter(challenge -> tried.getIfPresent(challenge.nonce) == null);
    }

    /// Tries an answer and uses the challenge up, whatever comes of it.
    public boolean isSolved(String id, String answer, OfferId offer, BuyerId buyer) {
        var found = find(id);
        if (found.isEmpty()) return false;
        var challenge = found.get();
        if (tried.asMap().putIfAbsent(challenge.nonce, true) != null) return false;
        if (!isFirstTry(challenge.nonce)) return false;
        if (!challenge.offer.equals(offer)) return false;
        if (challenge.buyer.isPresent() && !challenge.buyer.get().equals(buyer)) return false;
        return switch (challenge.kind) {
            case NONE -> answer.isEmpty();
            case MATH -> answer.strip().equals("" + sum(challenge).result());
            case WORK -> zeroBits(challenge.nonceText() + answer) >= workBits;
        };
    }

    private boolean isFirstTry(long nonce) {
        var key = "tried:v1:" + Long.toHexString(nonce);
        return others.map(cache -> cache.isFirst(key, LIFETIME.plusSeconds(1))).orElse(true);
    }

    /// The picture of the challenge's sum, the same each time.
    byte[] picture(Challenge challenge) {
        var seed = ByteBuffer.wrap(derived('P', challenge.nonce)).getLong();
        return new SumPicture(new SplittableRandom(seed)).png(sum(challenge).text());
    }

    public Sum sum(Challenge challenge) {
        var seed = ByteBuffer.wrap(derived('S', challenge.nonce)).getLong();
        return Sum.of(new SplittableRandom(seed));
    }

    private Optional<Challenge> parse(String id) {
        byte[] bytes;
        try {
            bytes = BYTES.decode(id.getBytes(StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException garbage) {
            return Optional.empty();
        }
        if (bytes.length != SIGNED_BYTES + TAG_BYTES) return Optional.empty();
        var tag = Arrays.copyOfRange(bytes, SIGNED_BYTES, bytes.length);
        if (!MessageDigest.isEqual(tag, tag(bytes))) return Optional.empty();
        var fields = ByteBuffer.wrap(bytes);
        var kind = ChallengeKind.values()[fields.get()];
        long nonce = fields.getLong();
        var expiresAt = Instant.ofEpochSecond(fields.getInt());
        var offer = new OfferId(fields.getLong());
        long buyer = fields.getLong();
        var owner = buyer == NOBODY ? Optional.<BuyerId>empty() : Optional.of(new BuyerId(buyer));
        return Optional.of(new Challenge(id, kind, nonce, expiresAt, offer, owner));
    }

    private byte[] tag(byte[] bytes) {
        var message = ByteBuffer.allocate(1 + SIGNED_BYTES).put((byte) 'T');
        return Arrays.copyOf(hmac(message.put(bytes, 0, SIGNED_BYTES).array()), TAG_BYTES);
    }

    private byte[] derived(char purpose, long nonce) {
        return hmac(ByteBuffer.allocate(1 + Long.BYTES).put((byte) purpose).putLong(nonce).array());
    }

    private byte[] hmac(byte[] message) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(secret);
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /// How many zero bits the SHA-256 of the text starts with.
    public static int zeroBits(String text) {
        byte[] hash;
        try {
            var sha = MessageDigest.getInstance("SHA-256");
            hash = sha.digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        return Long.numberOfLeadingZeros(ByteBuffer.wrap(hash).getLong());
    }
}
