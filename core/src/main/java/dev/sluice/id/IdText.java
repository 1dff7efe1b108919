package dev.sluice.id;

import java.util.Arrays;

/// The text of an id: thirteen characters of Crockford's base 32 in lower case, so that the order
/// of the texts is the order of the numbers and no text needs escaping anywhere.
public final class IdText {

    public static final int LENGTH = 13;

    private static final char[] DIGITS = "0123456789abcdefghjkmnpqrstvwxyz".toCharArray();
    private static final byte[] VALUES = values();

    private IdText() {}

    public static String of(long value) {
        if (value < 0) throw new IllegalArgumentException("an id is not negative, was " + value);
        var text = new char[LENGTH];
        for (int i = LENGTH - 1; i >= 0; i--) {
            text[i] = DIGITS[(int) (value & 31)];
            value >>>= 5;
        }
        return new String(text);
    }

    /// The number with this text, or -1 when the text is not an id's.
    public static long parse(CharSequence text) {
        if (text.length() != LENGTH) return -1;
        long value = 0;
        for (int i = 0; i < LENGTH; i++) {
            char c = text.charAt(i);
            int digit = c < VALUES.length ? VALUES[c] : -1;
            if (digit < 0) return -1;
            if (i == 0 && digit > 7) return -1;
            value = value << 5 | digit;
        }
        return value;
    }

    private static byte[] values() {
        var values = new byte[128];
        Arrays.fill(values, (byte) -1);
        for (int i = 0; i < DIGITS.length; i++) values[DIGITS[i]] = (byte) i;
        return values;
    }
}
