package dev.sluice.tidy;

import java.util.List;
import java.util.regex.Pattern;

/// Calls that make a run unrepeatable, hide a failure or wait by the clock. `Main` is where time,
/// chance and ids come from, so it may ask the machine for them.
final class Bans {
    private static final Pattern NOW =
            Pattern.compile(
                    "\\b(Instant|Local\\w+|OffsetDateTime|ZonedDateTime|Year)\\.now\\("
                            + "|System\\.currentTimeMillis\\(|new Date\\(\\)");
    private static final Pattern NANO_TIME = Pattern.compile("System(\\.|::)nanoTime\\b");
    private static final Pattern SLEEP = Pattern.compile("\\bThread\\.sleep\\(");
    private static final Pattern STACK_TRACE = Pattern.compile("\\bprintStackTrace\\b");
    private static final Pattern CHANCE = Pattern.compile("\\bnew Random\\(|Math\\.random\\(");
    private static final Pattern RANDOM_ID = Pattern.compile("\\bUUID(\\.|::)randomUUID\\b");

    private Bans() {}

    static List<Finding> machineTime(Source source) {
        if (isMain(source) || isBench(source)) return List.of();
        return source.matches(NOW, "time is passed in as an InstantSource");
    }

    /// Tests may measure how long they have waited, to give up.
    static List<Finding> stopwatch(Source source) {
        if (isMain(source) || isBench(source) || source.isTest()) return List.of();
        return source.matches(NANO_TIME, "time is passed in");
    }

    static List<Finding> sleep(Source source) {
        return source.matches(SLEEP, "wait for the thing itself, with a deadline");
    }

    static List<Finding> stackTrace(Source source) {
        return source.matches(STACK_TRACE, "log it or throw it");
    }

    static List<Finding> chance(Source source) {
        return source.matches(CHANCE, "chance is passed in as a RandomGenerator");
    }

    static List<Finding> randomId(Source source) {
        if (isMain(source)) return List.of();
        return source.matches(RANDOM_ID, "ids are passed in as a supplier");
    }

    private static boolean isMain(Source source) {
        return source.name().equals("Main.java");
    }

    private static boolean isBench(Source source) {
        return source.path().startsWith("bench/");
    }
}
