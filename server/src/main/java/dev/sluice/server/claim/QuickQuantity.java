package dev.sluice.server.claim;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;

/// Reads `{"quantity":3}`, with or without a space after the colon, as nearly every client writes
/// it. Everything else is left to the strict reader, which also says what is wrong with it.
final class QuickQuantity {

    private static final byte[] START = "{\"quantity\":".getBytes(StandardCharsets.US_ASCII);
    private static final int DIGITS_MAX = 4;

    private QuickQuantity() {}

    /// The quantity, or 0 when the body is written in another way.
    static int read(Buffer body) {
        int length = body.length();
        if (length < START.length + 2 || length > START.length + DIGITS_MAX + 2) return 0;
        for (int i = 0; i < START.length; i++) if (body.getByte(i) != START[i]) return 0;
        if (body.getByte(length - 1) != '}') return 0;
        int from = body.getByte(START.length) == ' ' ? START.length + 1 : START.length;
        if (from == length - 1 || body.getByte(from) == '0') return 0;
        int quantity = 0;
        for (int i = from; i < length - 1; i++) {
            int digit = body.getByte(i) - '0';
            if (digit < 0 || digit > 9) return 0;
            quantity = quantity * 10 + digit;
        }
        return quantity;
    }
}
