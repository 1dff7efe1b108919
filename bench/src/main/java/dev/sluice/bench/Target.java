package dev.sluice.bench;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/// What the figures are meant to reach. A target of an invalid figure is neither met nor missed.
enum Target {
    REFUSALS("b at least 0.75 of a", "%.2f", 0.75, Line.REFUSALS),
    ACCEPTANCES("c at least 0.50 of a", "%.2f", 0.50, Line.ACCEPTANCES),
    BACKLOG("c's backlog grows by less than 1 % of c", "%.2f %%", -1, Line.ACCEPTANCES),
    SETTLING("d at least 100,000 a second", "%,.0f", 100_000, Line.SETTLING),
    READS("e at least 0.70 of a", "%.2f", 0.70, Line.READS),
    TWIN("c at least 20 times f", "%.1f", 20, Line.ACCEPTANCES),
    TAIL("p99 of c at half its rate under 10 ms", "%.2f ms", -10, Line.ACCEPTANCES_AT_HALF),
    REDIS("g at least 10 times g'", "%.1f", 10, Line.REDIS),
    POSTGRES("h at least 30 times h', PostgreSQL", "%.1f", 30, Line.POSTGRES_BATCHES),
    MARIADB("h at least 30 times h', MariaDB", "%.1f", 30, Line.MARIADB_BATCHES),
    NODE_REDIS_POSTGRES(
            "i at least 0.60 of c, Redis and PostgreSQL", "%.2f", 0.60, Line.NODE_REDIS_POSTGRES),
    NODE_RABBITMQ_MARIADB(
            "i at least 0.60 of c, RabbitMQ and MariaDB", "%.2f", 0.60, Line.NODE_RABBITMQ_MARIADB),
    NODE_ROCKETMQ_POSTGRES(
            "i at least 0.60 of c, RocketMQ and PostgreSQL",
            "%.2f",
            0.60,
            Line.NODE_ROCKETMQ_POSTGRES);

    enum Verdict {
        MET,
        MISSED,
        INVALID,
        NOT_MEASURED;

        String text() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    private final String what;
    private final String format;
    private final double bound;
    private final Line line;

    /// @param bound at least this; when negative, less than its opposite
    Target(String what, String format, double bound, Line line) {
        this.what = what;
        this.format = format;
        this.bound = bound;
        this.line = line;
    }

    String what() {
        return what;
    }

    boolean isOfManyNodes() {
        return line.isOfManyNodes();
    }

    OptionalDouble value(Results results) {
        return switch (this) {
            case REFUSALS, ACCEPTANCES, READS -> results.ratioToBare(line);
            case SETTLING -> results.rate(line);
            case TWIN -> results.ratio(line, Line.TWIN);
            case REDIS,
                    POSTGRES,
                    MARIADB,
                    NODE_REDIS_POSTGRES,
                    NODE_RABBITMQ_MARIADB,
                    NODE_ROCKETMQ_POSTGRES ->
                    results.ratioToOther(line);
            case BACKLOG -> percent(results.backlogGrowth());
            case TAIL ->
                    results.find(line)
                            .map(figure -> figure.latency().p99())
                            .orElse(OptionalDouble.empty());
        };
    }

    String text(Results results) {
        var value = value(results);
        return value.isEmpty() ? "" : String.format(Locale.ROOT, format, value.getAsDouble());
    }

    Verdict verdict(Results results) {
        var value = value(results);
        if (value.isEmpty()) return Verdict.NOT_MEASURED;
        var other = this == TWIN ? Optional.of(Line.TWIN) : line.against();
        if (!results.isValid(line) || !other.map(results::isValid).orElse(true)) {
            return Verdict.INVALID;
        }
        boolean met = bound < 0 ? value.getAsDouble() < -bound : value.getAsDouble() >= bound;
        return met ? Verdict.MET : Verdict.MISSED;
    }

    private static OptionalDouble percent(OptionalDouble part) {
        return part.isEmpty() ? part : OptionalDouble.of(part.getAsDouble() * 100);
    }
}
