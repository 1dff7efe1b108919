package dev.sluice.redis.link;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/// Texts of any characters for connections that carry one byte per character.
public final class Utf8 {

    private Utf8() {}

    public static String wrap(String text) {
        return new String(text.getBytes(UTF_8), ISO_8859_1);
    }

    public static String unwrap(String carried) {
        return new String(carried.getBytes(ISO_8859_1), UTF_8);
    }
}
