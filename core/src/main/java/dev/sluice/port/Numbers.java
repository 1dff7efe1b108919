package dev.sluice.port;

/// Reads the numbers of a text one after the other. There is one way to write a number: in digits,
/// without a sign and without a zero in front; so nothing is read that is not written just so.
///
/// Used by one thread.
final class Numbers {

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
        if (at - from > 1 && text.charAt(from) == '0') throw refused("a number begins with zero");
        return number;
    }

    /// The text itself is not told: it may be long and may be anything.
    private IllegalArgumentException refused(String why) {
        return new IllegalArgumentException("no claims: " + why + ", at character " + at);
    }
}
