package dev.sluice.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

/// Texts of any characters for connections that carry one byte per character.
final class Utf8 {

    private Utf8() {}

    static String wrap(String text) {
        return new String(text.getBytes(UTF_8), ISO_8859_1);
    }

    static String unwrap(String carried) {
        return new String(carried.getBytes(ISO_8859_1), UTF_8);
    }
}
