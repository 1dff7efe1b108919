package dev.sluice.rabbitmq;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.sale.Claim;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Deliveries as a message's body: a line for each, of eight numbers: claim, offer, buyer,
/// quantity, seconds and nanoseconds of its time, sequence, attempt.
final class DeliveryText {

    private static final int FIELDS = 8;

    private DeliveryText() {}

    static byte[] of(List<Delivery> deliveries) {
        var text = new StringBuilder(96 * deliveries.size());
        for (var delivery : deliveries) {
            var claim = delivery.claim();
            text.append(claim.id().value()).append(' ').append(claim.offer().value());
            text.append(' ').append(claim.buyer().value()).append(' ').append(claim.quantity());
            text.append(' ').append(claim.at().getEpochSecond());
            text.append(' ').append(claim.at().getNano());
            text.append(' ').append(delivery.sequence());
            text.append(' ').append(delivery.attempt()).append('\n');
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /// @throws IllegalArgumentException when these are no deliveries, as from a newer Sluice
    static List<Delivery> parse(byte[] body) {
        var deliveries = new ArrayList<Delivery>(body.length / 64 + 1);
        var numbers = new long[FIELDS];
        int at = 0;
        while (at < body.length) {
            for (int i = 0; i < FIELDS; i++) {
                int end = end(body, at, i == FIELDS - 1 ? '\n' : ' ');
                numbers[i] = number(body, at, end);
                at = end + 1;
            }
            deliveries.add(delivery(numbers));
        }
        return deliveries;
    }

    private static Delivery delivery(long[] numbers) {
        var claim =
                new Claim(
                        new ClaimId(numbers[0]),
                        new OfferId(numbers[1]),
                        new BuyerId(numbers[2]),
                        small(numbers[3]),
                        Instant.ofEpochSecond(numbers[4], numbers[5]));
        return new Delivery(claim, numbers[6], small(numbers[7]));
    }

    private static int small(long number) {
        if (number > Integer.MAX_VALUE) throw new IllegalArgumentException("too large: " + number);
        return (int) number;
    }

    private static int end(byte[] body, int from, char mark) {
        for (int i = from; i < body.length; i++) if (body[i] == mark) return i;
        throw new IllegalArgumentException("no claims: it ends too early");
    }

    /// Ids, counts and times are not negative.
    private static long number(byte[] body, int from, int to) {
        if (from == to) throw new IllegalArgumentException("no claims: a number is missing");
        long number = 0;
        for (int i = from; i < to; i++) {
            int digit = body[i] - '0';
            if (digit < 0 || digit > 9) throw new IllegalArgumentException("no claims: no number");
            if (number > (Long.MAX_VALUE - digit) / 10) {
                throw new IllegalArgumentException("no claims: a number is too large");
            }
            number = number * 10 + digit;
        }
        return number;
    }
}
