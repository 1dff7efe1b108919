package dev.sluice.rehearsal;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.SplittableRandom;

/// Ids and other texts of a [TinySluice], the same in each run, and its proof of work.
final class TinyIds {

    static final int DIFFICULTY = 8;

    private static final String ID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final String TEXT_LETTERS =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

    private final SplittableRandom random = new SplittableRandom(42);
    private long number = 1L << 54;

    /// Thirteen letters and digits that sort by time.
    String next() {
        var id = new char[13];
        long rest = number++;
        for (int i = id.length - 1; i >= 0; i--) {
            id[i] = ID_LETTERS.charAt((int) (rest & 31));
            rest >>>= 5;
        }
        return new String(id);
    }

    /// Something that nobody can guess.
    String text(int length) {
        var text = new char[length];
        for (int i = 0; i < length; i++) {
            text[i] = TEXT_LETTERS.charAt(random.nextInt(TEXT_LETTERS.length()));
        }
        return new String(text);
    }

    static boolean isSolved(TinyShop.Challenge challenge, String answer) {
        return switch (challenge.kind()) {
            case "work" -> zeroBits(challenge.nonce() + answer) >= DIFFICULTY;
            default -> answer.isEmpty();
        };
    }

    static int zeroBits(String text) {
        try {
            var hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return Long.numberOfLeadingZeros(ByteBuffer.wrap(hash).getLong());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
