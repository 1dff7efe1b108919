package dev.sluice.port;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.port.ClaimText.Numbers;
import dev.sluice.sale.Claim;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The bodies that Sluice wrote before [ClaimText] wrote the version into them, and that may still
/// lie in a broker. They are only read. Through RabbitMQ went lines of eight numbers without a
/// head, through RocketMQ a byte 1 and 52 bytes for each delivery; in both a time is seconds and
/// nanoseconds.
final class OldClaimText {

    private static final byte PACKED = 1;
    private static final int PACKED_BYTES = 5 * Long.BYTES + 3 * Integer.BYTES;
    private static final long NANOS = 1_000_000_000;

    private OldClaimText() {}

    static boolean isPacked(byte[] body) {
        return body.length > 0 && body[0] == PACKED;
    }

    static boolean isHeadless(String text) {
        return !text.isEmpty() && text.charAt(0) >= '0' && text.charAt(0) <= '9';
    }

    static List<Delivery> deliveries(String text) {
        var deliveries = new ArrayList<Delivery>(text.length() / 64 + 1);
        var numbers = new Numbers(text, 0, text.length());
        while (numbers.hasMore()) {
            var claim =
                    new Claim(
                            new ClaimId(numbers.next(' ')),
                            new OfferId(numbers.next(' ')),
                            new BuyerId(numbers.next(' ')),
                            numbers.nextInt(' '),
                            instant(numbers.next(' '), numbers.next(' ')));
            deliveries.add(new Delivery(claim, numbers.next(' '), numbers.nextInt('\n')));
        }
        return deliveries;
    }

    static List<Delivery> unpacked(byte[] body) {
        if (body.length % PACKED_BYTES != 1) {
            throw new IllegalArgumentException("no claims in " + body.length + " packed bytes");
        }
        var bytes = ByteBuffer.wrap(body, 1, body.length - 1);
        var deliveries = new ArrayList<Delivery>(body.length / PACKED_BYTES);
        while (bytes.hasRemaining()) {
            var claim =
                    new Claim(
                            new ClaimId(checked(bytes.getLong())),
                            new OfferId(checked(bytes.getLong())),
                            new BuyerId(checked(bytes.getLong())),
                            bytes.getInt(),
                            instant(bytes.getLong(), bytes.getInt()));
            long sequence = checked(bytes.getLong());
            deliveries.add(new Delivery(claim, sequence, (int) checked(bytes.getInt())));
        }
        return deliveries;
    }

    /// Within what can be written again, should the claim be retried.
    private static Instant instant(long seconds, long nanos) {
        if (seconds < 0 || nanos < 0 || nanos >= NANOS || seconds > latest(nanos)) {
            throw new IllegalArgumentException(
                    "no claims: a time of " + seconds + " s and " + nanos + " ns");
        }
        return Instant.ofEpochSecond(seconds, nanos);
    }

    private static long latest(long nanos) {
        return (Long.MAX_VALUE - nanos) / NANOS;
    }

    private static long checked(long number) {
        if (number < 0) throw new IllegalArgumentException("no claims: a number is " + number);
        return number;
    }
}
