package dev.sluice.server.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Percent-decoding that refuses what is malformed instead of guessing.
final class Percent {

    private Percent() {}

    /// The text of a path segment, or null when it is malformed or not UTF-8.
    static String decodeSegment(String text) {
        return decode(text, false);
    }

    /// The text of a query's name or value, where a plus is a space.
    static String decodeQuery(String text) {
        return decode(text, true);
    }

    private static String decode(String text, boolean plusIsSpace) {
        if (text.indexOf('%') < 0 && !(plusIsSpace && text.indexOf('+') >= 0) && isAscii(text)) {
            return text;
        }
        var bytes = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > 126) return null;
            if (c == '%') {
                int value = hexPair(text, i + 1);
                if (value < 0) return null;
                bytes.write(value);
                i += 2;
            } else {
                bytes.write(c == '+' && plusIsSpace ? ' ' : c);
            }
        }
        try {
            var buffer = ByteBuffer.wrap(bytes.toByteArray());
            return StandardCharsets.UTF_8.newDecoder().decode(buffer).toString();
        } catch (CharacterCodingException notUtf8) {
            return null;
        }
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(c -> c <= 126);
    }

    private static int hexPair(String text, int at) {
        if (at + 2 > text.length()) return -1;
        int high = Character.digit(text.charAt(at), 16);
        int low = Character.digit(text.charAt(at + 1), 16);
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }
}
