package dev.sluice.port;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.sale.Claim;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Claims as text, for every queue that leaves the process.
///
/// A claim is a line of five numbers: claim, offer, buyer, units, and the time in nanoseconds since
/// 1970. So it stands in Redis, where scripts read it too. The body of a broker's message says its
/// version in its first line, and then has a line for each delivery: the claim's numbers, its
/// sequence and its attempt.
///
///     claims 2
///     7305441839251457 7001 9002 1 1794398400123456789 1001 1
///
/// What earlier versions wrote is read as well, see [OldClaimText]. What is of a later version, or
/// not written exactly so, is refused as a whole and always by an [IllegalArgumentException]. The
/// rules for a new version stand in decision 43.
public final class ClaimText {

    private static final String NAME = "claims ";
    private static final String HEAD = NAME + "2\n";
    private static final int LINE_CHARS = 80;
    private static final long NANOS = 1_000_000_000;

    private ClaimText() {}

    public static String line(Claim claim) {
        return checked(claim.id().value())
                + " "
                + checked(claim.offer().value())
                + " "
                + checked(claim.buyer().value())
                + " "
                + claim.quantity()
                + " "
                + checked(nanos(claim.at()));
    }

    /// The claim whose line is this part of a text.
    ///
    /// @throws IllegalArgumentException when it is no claim, as from a newer Sluice
    public static Claim claim(String text, int from, int to) {
        return claim(new Numbers(text, from, to), false);
    }

    public static byte[] body(List<Delivery> deliveries) {
        var text = new StringBuilder(HEAD.length() + LINE_CHARS * deliveries.size()).append(HEAD);
        for (var delivery : deliveries) {
            text.append(line(delivery.claim()));
            text.append(' ').append(checked(delivery.sequence()));
            text.append(' ').append(checked(delivery.attempt())).append('\n');
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    /// @throws IllegalArgumentException when these are no deliveries, as from a newer Sluice
    public static List<Delivery> deliveries(byte[] body) {
        var text = new String(body, StandardCharsets.ISO_8859_1);
        if (!text.startsWith(HEAD)) {
            if (OldClaimText.isPacked(body)) return OldClaimText.unpacked(body);
            if (OldClaimText.isHeadless(text)) return OldClaimText.deliveries(text);
            throw unknown(text);
        }
        var deliveries = new ArrayList<Delivery>(text.length() / LINE_CHARS + 1);
        var numbers = new Numbers(text, HEAD.length(), text.length());
        while (numbers.hasMore()) deliveries.add(delivery(numbers));
        return deliveries;
    }

    /// How a time is written, as all of them are between 1970 and 2262.
    public static long nanos(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), NANOS), time.getNano());
    }

    public static Instant instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS));
    }

    private static Delivery delivery(Numbers numbers) {
        var claim = claim(numbers, true);
        return new Delivery(claim, numbers.next(' '), numbers.nextInt('\n'));
    }

    private static Claim claim(Numbers numbers, boolean moreFollow) {
        return new Claim(
                new ClaimId(numbers.next(' ')),
                new OfferId(numbers.next(' ')),
                new BuyerId(numbers.next(' ')),
                numbers.nextInt(' '),
                instant(moreFollow ? numbers.next(' ') : numbers.last()));
    }

    private static IllegalArgumentException unknown(String text) {
        return new IllegalArgumentException(
                text.startsWith(NAME)
                        ? "claims of a version that this Sluice does not know"
                        : "no claims in " + text.length() + " bytes");
    }

    /// Nobody could read a negative one, so it is not written.
    private static long checked(long number) {
        if (number < 0) throw new IllegalArgumentException("a claim's number is " + number);
        return number;
    }

    /// Reads the numbers of a text one after the other. There is one way to write a number: in
    /// digits, without a sign and without a zero in front; so nothing is read that is not written
    /// just so.
    ///
    /// Used by one thread.
    static final class Numbers {

        private static final long TENTH = Long.MAX_VALUE / 10;

        private final String text;
        private final int end;
        private int at;

        Numbers(String text, int from, int end) {
            this.text = text;
            this.at = from;
            this.end = end;
        }

        boolean hasMore() {
            return at < end;
        }

        /// The next number, and this mark behind it.
        ///
        /// @throws IllegalArgumentException when it is not there
        long next(char mark) {
            long number = digits();
            if (at == end || text.charAt(at) != mark) throw refused("a number does not end");
            at++;
            return number;
        }

        /// The next number, with nothing behind it.
        ///
        /// @throws IllegalArgumentException when it is not there
        long last() {
            long number = digits();
            if (at != end) throw refused("something follows the last number");
            return number;
        }

        int nextInt(char mark) {
            long number = next(mark);
            if (number > Integer.MAX_VALUE) throw refused("a number is too large");
            return (int) number;
        }

        private long digits() {
            int from = at;
            long number = 0;
            while (at < end) {
                int digit = text.charAt(at) - '0';
                if (digit < 0 || digit > 9) break;
                // Beyond the largest number the next one is negative.
                if (number > TENTH) throw refused("a number is too large");
                number = number * 10 + digit;
                if (number < 0) throw refused("a number is too large");
                at++;
            }
            if (at == from) throw refused("a number is missing");
            if (at - from > 1 && text.charAt(from) == '0')
                throw refused("a number begins with zero");
            return number;
        }

        /// The text itself is not told: it may be long and may be anything.
        private IllegalArgumentException refused(String why) {
            return new IllegalArgumentException("no claims: " + why + ", at character " + at);
        }
    }
}
