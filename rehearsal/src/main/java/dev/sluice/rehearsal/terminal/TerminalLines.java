package dev.sluice.rehearsal.terminal;

import dev.sluice.rehearsal.crowd.Snapshot;
import dev.sluice.rehearsal.plot.Numbers;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A moment of a rehearsal as lines of text.
final class TerminalLines {
    private static final int REFUSALS_MAX = 3;
    private static final int NAME = 9;
    private static final String BOLD = "1";
    private static final String DIM = "2";
    private static final String GREEN = "32";
    private static final String YELLOW = "33";
    private static final String CYAN = "36";

    private TerminalLines() {}

    /// @param width columns that a line may fill
    /// @param unicode whether there are letters for bars
    record Look(int width, boolean colour, boolean unicode) {}

    /// Always the same number of lines, none of them wider than the look allows.
    ///
    /// @param stockMost the most units that were ever left, which fill the whole bar
    static List<String> live(Snapshot now, long stockMost, Look look) {
        return List.of(
                phase(now, look),
                bar(look, now.done(), CYAN, percent(now.done())),
                new Line(look)
                        .name("buyers")
                        .part(
                                Numbers.whole(now.arrived()) + " of " + Numbers.whole(now.buyers()),
                                "")
                        .part(Numbers.whole(now.requestsPerSecond()) + " requests/s", "")
                        .toString(),
                new Line(look)
                        .name("latency")
                        .part("p50 " + millis(now.p50Millis()), "")
                        .part("p99 " + millis(now.p99Millis()), "")
                        .toString(),
                refused(now, look),
                new Line(look)
                        .name("claims")
                        .part(Numbers.whole(now.claims()), "")
                        .part("won " + Numbers.whole(now.won()), GREEN)
                        .part("paid " + Numbers.whole(now.paid()), GREEN)
                        .toString(),
                stock(now, stockMost, look));
    }

    /// Everything in one line, for logs.
    static String plain(Snapshot now) {
        var refused = top(now).map(r -> r.getKey() + " " + Numbers.whole(r.getValue()));
        var reasons = refused.collect(Collectors.joining(", "));
        return String.join(
                "  ",
                time(now),
                now.phase(),
                percent(now.done()),
                "arrived " + Numbers.whole(now.arrived()) + "/" + Numbers.whole(now.buyers()),
                Numbers.whole(now.requestsPerSecond()) + " requests/s",
                "p50 " + millis(now.p50Millis()),
                "p99 " + millis(now.p99Millis()),
                "claims " + Numbers.whole(now.claims()),
                "won " + Numbers.whole(now.won()),
                "paid " + Numbers.whole(now.paid()),
                "left " + left(now),
                "refused "
                        + Numbers.whole(total(now))
                        + (reasons.isEmpty() ? "" : " (" + reasons + ")"));
    }

    private static String phase(Snapshot now, Look look) {
        var line = new Line(look).part(now.phase(), BOLD);
        return line.right(time(now)).toString();
    }

    private static String time(Snapshot now) {
        return now.second() < 0
                ? String.format(Locale.ROOT, "-%.1f s", -now.second())
                : String.format(Locale.ROOT, "%.1f s", now.second());
    }

    /// Nothing takes no time: then there was no call.
    private static String millis(double millis) {
        return millis > 0 ? Numbers.millis(millis) : Numbers.UNKNOWN;
    }

    private static String refused(Snapshot now, Look look) {
        var line = new Line(look).name("refused").part(Numbers.whole(total(now)), "");
        top(now).forEach(r -> line.part(r.getKey() + " " + Numbers.whole(r.getValue()), YELLOW));
        return line.toString();
    }

    private static Stream<Map.Entry<String, Long>> top(Snapshot now) {
        return now.refusals().entrySet().stream()
                .filter(refusal -> refusal.getValue() > 0)
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .limit(REFUSALS_MAX);
    }

    private static long total(Snapshot now) {
        return now.refusals().values().stream().mapToLong(Long::longValue).sum();
    }

    private static String stock(Snapshot now, long most, Look look) {
        if (now.stockLeft() < 0) return new Line(look).name("stock").part(left(now), "").toString();
        double part = most == 0 ? 0 : (double) now.stockLeft() / most;
        var inner = new Look(look.width() - NAME, look.colour(), look.unicode());
        if (inner.width() < 24)
            return new Line(look).name("stock").part(left(now) + " left", "").toString();
        return new Line(look).name("stock") + bar(inner, part, GREEN, left(now) + " left");
    }

    private static String left(Snapshot now) {
        return now.stockLeft() < 0 ? "unknown" : Numbers.whole(now.stockLeft());
    }

    private static String percent(double done) {
        return Math.round(100 * Math.clamp(Double.isFinite(done) ? done : 0, 0, 1)) + " %";
    }

    /// A bar that fills the line, with words behind it.
    private static String bar(Look look, double part, String colour, String words) {
        int room = look.width() - Math.max(words.length(), 5) - 1;
        if (room < 4) return new Line(look).part(words, "").toString();
        double inside = Math.clamp(Double.isFinite(part) ? part : 0, 0, 1);
        int full = (int) Math.round(room * inside);
        var done = (look.unicode() ? "█" : "#").repeat(full);
        var open = (look.unicode() ? "░" : "-").repeat(room - full);
        return styled(done, colour, look) + styled(open, DIM, look) + " " + words;
    }

    private static String styled(String text, String style, Look look) {
        if (!look.colour() || style.isEmpty() || text.isEmpty()) return text;
        return "\u001b[" + style + "m" + text + "\u001b[0m";
    }

    /// Takes parts as long as there is room for them.
    private static final class Line {
        private final StringBuilder text = new StringBuilder();
        private final Look look;
        private int columns;
        private boolean begun;
        private boolean full;

        Line(Look look) {
            this.look = look;
        }

        Line name(String name) {
            var padded = name + " ".repeat(NAME - name.length());
            text.append(styled(padded, DIM, look));
            columns += NAME;
            return this;
        }

        Line part(String part, String style) {
            var between = begun ? (look.unicode() ? " · " : " | ") : "";
            int room = look.width() - columns - between.length();
            if (full || begun && part.length() > room) {
                full = true;
                return this;
            }
            var fitting = part.substring(0, Math.min(part.length(), Math.max(room, 0)));
            text.append(between).append(styled(fitting, style, look));
            columns += between.length() + fitting.length();
            begun = true;
            return this;
        }

        Line right(String words) {
            int gap = look.width() - columns - words.length();
            if (gap < 1) return this;
            text.append(" ".repeat(gap)).append(words);
            columns = look.width();
            return this;
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
