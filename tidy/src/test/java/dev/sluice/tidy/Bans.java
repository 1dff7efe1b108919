package dev.sluice.tidy;

import java.util.List;
import java.util.Set;
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
    private static final Pattern NAP =
            Pattern.compile(
                    "\\bpark(Nanos|Until)\\("
                            + "|\\b(NANO|MICRO|MILLI)?SECONDS\\.sleep\\("
                            + "|(?m)^ *\\w+\\.(await|tryAcquire|poll)\\([^();]+,[^();]+\\);");
    private static final Pattern HASTE =
            Pattern.compile(
                    "\\bassertTimeout(Preemptively)?\\("
                            + "|System\\.(nanoTime|currentTimeMillis)\\(\\) *- *\\w+ *<"
                            + "|assertTrue\\(\\w*(millis|nanos|seconds|elapsed|took|waited|late)"
                            + "(\\.\\w+\\(\\)|\\.compareTo\\(.*\\))? *<");
    private static final Pattern STACK_TRACE = Pattern.compile("\\bprintStackTrace\\b");
    private static final Pattern CHANCE = Pattern.compile("\\bnew Random\\(|Math\\.random\\(");
    private static final Pattern RANDOM_ID = Pattern.compile("\\bUUID(\\.|::)randomUUID\\b");

    /// Literals are blanked here, so a text to split at is one character when it is one blank: that
    /// is no expression.
    private static final Pattern EXPRESSION =
            Pattern.compile(
                    "\\bPattern\\.compile\\(|\\.replace(All|First)\\(\\s*\"|\\.matches\\([^,()]+\\)"
                            + "|\\.split\\((?!\" \"[,)])");

    /// What these read was written by us or by whoever starts the server.
    private static final Set<String> OWN_WORDS =
            Set.of("Limits.java", "Passwords.java", "PaymentConfig.java", "Setting.java");

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

    /// A test that naps hopes that the machine is quick. Waiting is done in one place.
    static List<Finding> nap(Source source) {
        if (!source.isTest() || isBench(source) || source.name().equals("Soon.java")) {
            return List.of();
        }
        return source.matches(NAP, "wait for the thing itself, with Soon");
    }

    /// A test that asks how long something took fails when the machine is busy. Where only real
    /// time can show what is promised, the test is tagged `long`.
    static List<Finding> haste(Source source) {
        if (!source.isTest() || isBench(source) || source.text().contains("@Tag(\"long\")")) {
            return List.of();
        }
        return source.matches(HASTE, "let the test decide when, and not the machine");
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

    /// A regular expression can cost the square of what a client sends, or more.
    static List<Finding> expression(Source source) {
        boolean isServer = source.path().startsWith("server/src/main/");
        if (!isServer || OWN_WORDS.contains(source.name())) return List.of();
        return source.matches(EXPRESSION, "what a client sends is read character by character");
    }

    private static boolean isMain(Source source) {
        return source.name().equals("Main.java");
    }

    private static boolean isBench(Source source) {
        return source.path().startsWith("bench/");
    }
}
