package dev.sluice.bench;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What the command line asks for.
///
/// @param measured how long each rate is measured
/// @param warmUpRound how long a round of the same load is; rounds run until the server is warm
/// @param backlog claims that `settlement` settles
/// @param profiles on which servers the parts of many nodes are measured
/// @param json where the figures go; the default is in the build's folder
/// @param flightRecordings where recordings of the servers go, if any are made
record Options(
        Duration measured,
        Duration warmUpRound,
        int backlog,
        Set<Part> parts,
        Set<Profile> profiles,
        Optional<Path> json,
        Optional<Path> flightRecordings) {

    static final String HELP =
            """
            ./sluice bench [options]: measures Sluice beside a bare server and a plain twin.

                --seconds N          measure each rate for N seconds (default 10)
                --only NAME,...      only these parts (the letters a to i are still read):
                                       bare          bare Netty that answers a constant
                                       refusal       sold-out refusals through the full path
                                       claim         durable acceptances, each of a new buyer;
                                                     then the same at half the rate with an
                                                     open-loop generator
                                       settlement    orders settled per second from a backlog
                                       read          reads of a sale
                                       claim-twin    a plain twin: one SQL transaction per claim
                                     and with --profile:
                                       hold          claims through Redis in batches, beside a
                                                     plain twin with four round trips per claim
                                       order         orders settled in batches on the database,
                                                     beside a plain twin with a transaction per
                                                     order
                                       claim-shared  claim of a node on the servers of the
                                                     profile, set against claim of a node that
                                                     has everything inside
                --profile NAME,...   also what many nodes share, on servers that are started for
                                     the run: redis-postgres, rabbitmq-mariadb,
                                     rocketmq-postgres, or all
                --quick              2 seconds each and a small backlog, to see that it works
                --json FILE          write the figures there (default bench/target/bench.json)
                --profile-jfr DIR    record the server with Java Flight Recorder in refusal,
                                     claim, settlement, read and claim-shared
                --help               this text

            A run of bare to claim-twin that is not --quick rewrites the first table in
            docs/performance.md, one of hold to claim-shared on all profiles the second.
            Exit: 0 when every figure is valid, 1 when one is not, 2 when it could not run.
            """;

    private static final int SECONDS_DEFAULT = 10;
    private static final int SECONDS_MAX = 60;
    private static final int SECONDS_QUICK = 2;
    private static final int ROUND_SECONDS = 2;
    private static final int BACKLOG = 200_000;
    private static final int BACKLOG_QUICK = 20_000;

    boolean isComplete() {
        return parts.containsAll(Part.ofOneNode()) && backlog == BACKLOG;
    }

    boolean isCompleteOnManyNodes() {
        return parts.containsAll(Part.ofManyNodes())
                && profiles.size() == Profile.values().length
                && backlog == BACKLOG;
    }

    boolean asksFor(Part part) {
        return parts.contains(part);
    }

    /// The database servers of the profiles.
    Set<BookServer> bookServers() {
        var servers = EnumSet.noneOf(BookServer.class);
        for (var profile : profiles) servers.add(profile.book());
        return servers;
    }

    /// All servers that the parts need, as `./sluice services` calls them.
    Set<String> servers() {
        var servers = new LinkedHashSet<String>();
        if (asksFor(Part.HOLD)) servers.add("redis");
        if (asksFor(Part.ORDER)) for (var book : bookServers()) servers.add(book.server());
        if (asksFor(Part.CLAIM_SHARED))
            for (var profile : profiles) servers.addAll(profile.servers());
        return servers;
    }

    /// Throws [BenchFailure] with what is wrong. `--help` is not seen here.
    static Options parse(List<String> arguments) {
        int seconds = 0;
        boolean quick = false;
        Set<Part> parts = EnumSet.noneOf(Part.class);
        Set<Profile> profiles = EnumSet.noneOf(Profile.class);
        Optional<Path> json = Optional.empty();
        Optional<Path> recordings = Optional.empty();
        var rest = arguments.iterator();
        while (rest.hasNext()) {
            var option = rest.next();
            switch (option) {
                case "--seconds" -> seconds = seconds(value(option, rest));
                case "--only" -> parts = parts(value(option, rest));
                case "--profile" -> profiles = profiles(value(option, rest));
                case "--quick" -> quick = true;
                case "--json" -> json = Optional.of(Path.of(value(option, rest)));
                case "--profile-jfr" -> recordings = Optional.of(Path.of(value(option, rest)));
                default ->
                        throw new BenchFailure("there is no option '" + option + "': try --help");
            }
        }
        if (parts.isEmpty()) parts = defaultParts(profiles);
        checkParts(parts, profiles);
        if (seconds == 0) seconds = quick ? SECONDS_QUICK : SECONDS_DEFAULT;
        return new Options(
                Duration.ofSeconds(seconds),
                Duration.ofSeconds(quick ? 1 : ROUND_SECONDS),
                quick ? BACKLOG_QUICK : BACKLOG,
                parts,
                profiles,
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

    private static Set<Part> defaultParts(Set<Profile> profiles) {
        return profiles.isEmpty() ? Part.ofOneNode() : EnumSet.allOf(Part.class);
    }

    private static void checkParts(Set<Part> parts, Set<Profile> profiles) {
        boolean many = parts.stream().anyMatch(Part.ofManyNodes()::contains);
        if (many && profiles.isEmpty()) {
            throw new BenchFailure("hold, order and claim-shared need --profile: try --help");
        }
        if (!many && !profiles.isEmpty()) {
            throw new BenchFailure(
                    "--profile is for hold, order and claim-shared, which --only leaves out");
        }
    }

    private static Set<Profile> profiles(String text) {
        if (text.equals("all")) return EnumSet.allOf(Profile.class);
        var profiles = EnumSet.noneOf(Profile.class);
        for (var name : text.split(",", -1)) profiles.add(Profile.named(name));
        return profiles;
    }

    private static Set<Part> parts(String text) {
        var parts = EnumSet.noneOf(Part.class);
        for (var name : text.split(",", -1)) parts.add(Part.named(name));
        return parts;
    }
}
