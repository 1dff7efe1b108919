package dev.sluice.sale;

import java.util.Arrays;
import java.util.HexFormat;

/// A SHA-256 value with the equality of its bytes.
public record Hash(byte[] bytes) {

    /// What stands before the first movement.
    public static final Hash ZERO = new Hash(new byte[32]);

    public Hash {
        if (bytes.length != 32) throw new IllegalArgumentException("bytes: " + bytes.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Hash that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
