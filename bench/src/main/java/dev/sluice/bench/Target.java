package dev.sluice.bench;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/// What the figures are meant to reach. A target of an invalid figure is neither met nor missed.
enum Target implements Named {
    REFUSAL("refusal at least 0.75 of bare", "%.2f", 0.75, Line.REFUSAL),
    CLAIM("claim at least 0.50 of bare", "%.2f", 0.50, Line.CLAIM),
    CLAIM_BACKLOG("backlog of claim grows by less than 1 % of its rate", "%.2f %%", -1, Line.CLAIM),
    SETTLEMENT("settlement at least 100,000 a second", "%,.0f", 100_000, Line.SETTLEMENT),
    READ("read at least 0.70 of bare", "%.2f", 0.70, Line.READ),
    CLAIM_TO_TWIN("claim at least 20 times claim-twin", "%.1f", 20, Line.CLAIM),
    CLAIM_HALF("p99 of claim-half under 10 ms", "%.2f ms", -10, Line.CLAIM_HALF),
    HOLD_REDIS("hold-redis at least 10 times hold-redis-twin", "%.1f", 10, Line.HOLD_REDIS),
    ORDER_POSTGRES(
            "order-postgres at least 30 times order-postgres-twin",
            "%.1f",
            30,
            Line.ORDER_POSTGRES),
    ORDER_MARIADB(
            "order-mariadb at least 30 times order-mariadb-twin", "%.1f", 30, Line.ORDER_MARIADB),
    CLAIM_REDIS_POSTGRES(
            "claim-redis-postgres at least 0.60 of claim", "%.2f", 0.60, Line.CLAIM_REDIS_POSTGRES),
    CLAIM_RABBITMQ_MARIADB(
            "claim-rabbitmq-mariadb at least 0.60 of claim",
            "%.2f",
            0.60,
            Line.CLAIM_RABBITMQ_MARIADB),
    CLAIM_ROCKETMQ_POSTGRES(
            "claim-rocketmq-postgres at least 0.60 of claim",
            "%.2f",
            0.60,
            Line.CLAIM_ROCKETMQ_POSTGRES);

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

    OptionalDouble value(Figures figures) {
        return switch (this) {
            case REFUSAL, CLAIM, READ -> figures.ratioToBare(line);
            case SETTLEMENT -> figures.rate(line);
            case CLAIM_TO_TWIN -> figures.ratio(line, Line.CLAIM_TWIN);
            case HOLD_REDIS,
                    ORDER_POSTGRES,
                    ORDER_MARIADB,
                    CLAIM_REDIS_POSTGRES,
                    CLAIM_RABBITMQ_MARIADB,
                    CLAIM_ROCKETMQ_POSTGRES ->
                    figures.ratioToOther(line);
            case CLAIM_BACKLOG -> percent(figures.backlogGrowth());
            case CLAIM_HALF ->
                    figures.find(line)
                            .map(figure -> figure.latency().p99())
                            .orElse(OptionalDouble.empty());
        };
    }

    String text(Figures figures) {
        var value = value(figures);
        return value.isEmpty() ? "" : String.format(Locale.ROOT, format, value.getAsDouble());
    }

    Verdict verdict(Figures figures) {
        var value = value(figures);
        if (value.isEmpty()) return Verdict.NOT_MEASURED;
        var other = this == CLAIM_TO_TWIN ? Optional.of(Line.CLAIM_TWIN) : line.against();
        if (!figures.isValid(line) || !other.map(figures::isValid).orElse(true)) {
            return Verdict.INVALID;
        }
        boolean met = bound < 0 ? value.getAsDouble() < -bound : value.getAsDouble() >= bound;
        return met ? Verdict.MET : Verdict.MISSED;
    }

    private static OptionalDouble percent(OptionalDouble part) {
        return part.isEmpty() ? part : OptionalDouble.of(part.getAsDouble() * 100);
    }
}
