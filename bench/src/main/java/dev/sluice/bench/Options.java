package dev.sluice.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// What the command line asks for.
///
/// @param measured how long each rate is measured
/// @param warmUpRound how long a round of the same load is; rounds run until the server is warm
/// @param backlog claims that part d settles
/// @param json where the figures go; the default is in the build's folder
/// @param flightRecordings where recordings of parts b to e go, if any are made
record Options(
        Duration measured,
        Duration warmUpRound,
        int backlog,
        Set<Part> parts,
        Optional<Path> json,
        Optional<Path> flightRecordings) {

    static final String HELP =
            """
            ./sluice bench [options]: measures Sluice beside a bare server and a plain twin.

                --seconds N          measure each rate for N seconds (default 10)
                --only a,b,...       only these parts:
                                       a  bare Netty that answers a constant
                                       b  sold-out refusals through the full path
                                       c  durable acceptances, each of a new buyer; then the same
                                          at half the rate with an open-loop generator
                                       d  orders settled per second from a backlog
                                       e  reads of a sale
                                       f  a plain twin: one SQL transaction per claim
                --quick              2 seconds each and a small backlog: does it work at all
                --json FILE          write the figures there (default bench/target/bench.json)
                --profile-jfr DIR    record the server with Java Flight Recorder in b to e
                --help               this text

            A run of all parts that is not --quick rewrites the table in docs/performance.md.
            Exit: 0 when every figure is valid, 1 when one is not, 2 when it could not run.
            """;

    private static final int SECONDS_DEFAULT = 10;
    private static final int SECONDS_MAX = 60;
    private static final int SECONDS_QUICK = 2;
    private static final int ROUND_SECONDS = 2;
    private static final int BACKLOG = 200_000;
    private static final int BACKLOG_QUICK = 20_000;

    boolean isComplete() {
        return parts.size() == Part.values().length && backlog == BACKLOG;
    }

    boolean asksFor(Part part) {
        return parts.contains(part);
    }

    /// Throws [BenchFailure] with what is wrong. `--help` is not seen here.
    static Options parse(List<String> arguments) {
        int seconds = 0;
        boolean quick = false;
        Set<Part> parts = EnumSet.allOf(Part.class);
        Optional<Path> json = Optional.empty();
        Optional<Path> recordings = Optional.empty();
        var rest = arguments.iterator();
        while (rest.hasNext()) {
            var option = rest.next();
            switch (option) {
                case "--seconds" -> seconds = seconds(value(option, rest));
                case "--only" -> parts = parts(value(option, rest));
                case "--quick" -> quick = true;
                case "--json" -> json = Optional.of(Path.of(value(option, rest)));
                case "--profile-jfr" -> recordings = Optional.of(Path.of(value(option, rest)));
                default ->
                        throw new BenchFailure("bench does not know '" + option + "': try --help");
            }
        }
        if (seconds == 0) seconds = quick ? SECONDS_QUICK : SECONDS_DEFAULT;
        return new Options(
                Duration.ofSeconds(seconds),
                Duration.ofSeconds(quick ? 1 : ROUND_SECONDS),
                quick ? BACKLOG_QUICK : BACKLOG,
                parts,
                json,
                recordings);
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) throw new BenchFailure(option + " needs a value: try --help");
        return rest.next();
    }

    private static int seconds(String text) {
        int seconds = text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : 0;
        if (seconds < 1 || seconds > SECONDS_MAX) {
            throw new BenchFailure("--seconds is a number from 1 to " + SECONDS_MAX);
        }
        return seconds;
    }

    private static Set<Part> parts(String text) {
        var parts = EnumSet.noneOf(Part.class);
        for (var letter : text.toUpperCase(Locale.ROOT).split(",", -1)) {
            if (!letter.matches("[A-F]"))
                throw new BenchFailure("--only takes letters a to f, as in a,b,c");
            parts.add(Part.valueOf(letter));
        }
        return parts;
    }
}
