package dev.sluice.admission;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.Unavailable;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Makes and checks passes and the public form of claim ids, with nothing but a secret.
///
/// A pass is 49 characters: the claim's public id (22: its number and a tag bound to the buyer) and
/// 27 more for the second it expires in and a tag over all of it, the buyer and the offer. So one
/// check of the second tag proves the whole pass, and the answer to a claim can repeat the first
/// part without computing anything. Nobody can make up a claim id, and a claim id tells the server
/// by itself whose it is.
///
/// Safe for all threads.
public final class Passes {

    public static final int PASS_LENGTH = 49;
    public static final int CLAIM_LENGTH = 22;

    private static final String LAST_OF_CLAIM = "AQgw";
    private static final String LAST_OF_TAIL = "AEIMQUYcgkosw048";
    private static final int CLAIM_BYTES = 16;
    private static final int CLAIM_TAG_BYTES = 8;
    private static final int PASS_TAG_BYTES = 16;
    private static final Base64.Encoder TEXT = Base64.getUrlEncoder().withoutPadding();
    private static final Base64.Decoder BYTES = Base64.getUrlDecoder();

    private final ThreadLocal<Mac> macs;

    public Passes(byte[] secret) {
        var key = new SecretKeySpec(secret, "HmacSHA256");
        this.macs = ThreadLocal.withInitial(() -> mac(key));
    }

    public String mint(ClaimId claim, OfferId offer, BuyerId buyer, Instant expiresAt) {
        var head = claimBytes(claim, buyer);
        int expiry = expiryBits(expiresAt);
        var tail = ByteBuffer.allocate(Integer.BYTES + PASS_TAG_BYTES);
        tail.putInt(expiry).put(passTag(head, expiry, offer, buyer), 0, PASS_TAG_BYTES);
        return TEXT.encodeToString(head) + TEXT.encodeToString(tail.array());
    }

    /// A pass taken apart. Nothing in it is proven.
    public static final class Parts {

        private final byte[] head;
        private final byte[] tail;

        private Parts(byte[] head, byte[] tail) {
            this.head = head;
            this.tail = tail;
        }

        /// The claim that the pass is for.
        public ClaimId claim() {
            return new ClaimId(ByteBuffer.wrap(head).getLong());
        }

        /// The second in which the pass stops being good.
        public long expirySecond() {
            return Integer.toUnsignedLong(ByteBuffer.wrap(tail).getInt());
        }
    }

    /// Takes a pass apart; nothing when the text is no pass.
    public static Optional<Parts> parse(String pass) {
        if (pass.length() != PASS_LENGTH) return Optional.empty();
        var head = decode(pass.substring(0, CLAIM_LENGTH));
        var tail = decode(pass.substring(CLAIM_LENGTH));
        if (head.isEmpty() || tail.isEmpty() || head.get()[0] < 0) return Optional.empty();
        return Optional.of(new Parts(head.get(), tail.get()));
    }

    /// Whether this pass was minted here for that offer and buyer, expired or not.
    public boolean isAuthentic(Parts pass, OfferId offer, BuyerId buyer) {
        var tag = passTag(pass.head, ByteBuffer.wrap(pass.tail).getInt(), offer, buyer);
        return matches(tag, pass.tail, Integer.BYTES, PASS_TAG_BYTES);
    }

    /// The public form of a claim's id.
    public String claimText(ClaimId claim, BuyerId buyer) {
        return TEXT.encodeToString(claimBytes(claim, buyer));
    }

    /// The claim of this text if it is that buyer's.
    public Optional<ClaimId> parseClaim(String text, BuyerId buyer) {
        if (text.length() != CLAIM_LENGTH) return Optional.empty();
        var bytes = decode(text);
        if (bytes.isEmpty()) return Optional.empty();
        var claim = new ClaimId(ByteBuffer.wrap(bytes.get()).getLong());
        var tag = claimTag(claim, buyer);
        boolean own = matches(tag, bytes.get(), Long.BYTES, CLAIM_TAG_BYTES);
        return own ? Optional.of(claim) : Optional.empty();
    }

    /// The claim of this text, unproven: whoever uses it compares the text with [#claimText].
    public static Optional<ClaimId> peek(String text) {
        if (text.length() != CLAIM_LENGTH) return Optional.empty();
        return decode(text)
                .map(bytes -> ByteBuffer.wrap(bytes).getLong())
                .filter(value -> value >= 0)
                .map(ClaimId::new);
    }

    private byte[] claimBytes(ClaimId claim, BuyerId buyer) {
        var bytes = ByteBuffer.allocate(CLAIM_BYTES).putLong(claim.value());
        return bytes.put(claimTag(claim, buyer), 0, CLAIM_TAG_BYTES).array();
    }

    private byte[] claimTag(ClaimId claim, BuyerId buyer) {
        var message = ByteBuffer.allocate(1 + 2 * Long.BYTES).put((byte) 'C');
        return macs.get().doFinal(message.putLong(claim.value()).putLong(buyer.value()).array());
    }

    private byte[] passTag(byte[] head, int expiry, OfferId offer, BuyerId buyer) {
        var message = ByteBuffer.allocate(1 + CLAIM_BYTES + Integer.BYTES + 2 * Long.BYTES);
        message.put((byte) 'P').put(head).putInt(expiry);
        return macs.get().doFinal(message.putLong(offer.value()).putLong(buyer.value()).array());
    }

    /// Compares in a time that does not depend on where the first difference is.
    private static boolean matches(byte[] tag, byte[] given, int from, int length) {
        var expected = Arrays.copyOf(tag, length);
        return MessageDigest.isEqual(expected, Arrays.copyOfRange(given, from, from + length));
    }

    /// The second as 32 bits without a sign, which is good until the year 2106.
    private static int expiryBits(Instant expiresAt) {
        long second = expiresAt.getEpochSecond();
        if (second >>> Integer.SIZE != 0) throw new IllegalArgumentException("expiry " + expiresAt);
        return (int) second;
    }

    /// Only the one text that encodes these bytes is taken: the spare bits of the last character,
    /// which Java's decoder ignores, must be zero.
    private static Optional<byte[]> decode(String text) {
        try {
            var last = text.length() == CLAIM_LENGTH ? LAST_OF_CLAIM : LAST_OF_TAIL;
            if (last.indexOf(text.charAt(text.length() - 1)) < 0) return Optional.empty();
            return Optional.of(BYTES.decode(text.getBytes(StandardCharsets.ISO_8859_1)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Mac mac(SecretKeySpec key) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException e) {
            throw new Unavailable("this Java has no HmacSHA256", e);
        }
    }
}
