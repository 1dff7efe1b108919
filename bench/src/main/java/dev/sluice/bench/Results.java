package dev.sluice.bench;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/// What has come out so far. Only the main thread touches it.
final class Results {
    private final Map<Line, Figure> figures = new EnumMap<>(Line.class);
    private OptionalDouble backlogGrowth = OptionalDouble.empty();

    void put(Line line, Figure figure) {
        figures.put(line, figure);
    }

    /// By which part of the rate of acceptances their backlog grew; 0.01 is one claim in a hundred.
    void backlogGrowth(double part) {
        backlogGrowth = OptionalDouble.of(part);
    }

    OptionalDouble backlogGrowth() {
        return backlogGrowth;
    }

    Optional<Figure> find(Line line) {
        return Optional.ofNullable(figures.get(line));
    }

    void forEach(BiConsumer<Line, Figure> action) {
        figures.forEach(action);
    }

    boolean isValid(Line line) {
        return find(line).map(Figure::isValid).orElse(false);
    }

    boolean areValid() {
        return figures.values().stream().allMatch(Figure::isValid);
    }

    /// The rate against that of the bare server under the same kind of load: the better of its two
    /// valid rates, so that a moment when the machine was slow flatters nobody.
    OptionalDouble ratioToBare(Line line) {
        return switch (line) {
            case SETTLING,
                    REDIS,
                    REDIS_TWIN,
                    REDIS_TWIN_SHARED,
                    POSTGRES_BATCHES,
                    POSTGRES_TWIN,
                    MARIADB_BATCHES,
                    MARIADB_TWIN,
                    NODE_REDIS_POSTGRES,
                    NODE_RABBITMQ_MARIADB,
                    NODE_ROCKETMQ_POSTGRES ->
                    OptionalDouble.empty();
            case READS, BARE_READS_BEFORE, BARE_READS_AFTER ->
                    ratio(rate(line), best(Line.BARE_READS_BEFORE, Line.BARE_READS_AFTER));
            case BARE_CLAIMS_BEFORE,
                    BARE_CLAIMS_AFTER,
                    REFUSALS,
                    ACCEPTANCES,
                    ACCEPTANCES_AT_HALF,
                    TWIN ->
                    ratio(rate(line), best(Line.BARE_CLAIMS_BEFORE, Line.BARE_CLAIMS_AFTER));
        };
    }

    /// The rate against that of [Line#against].
    OptionalDouble ratioToOther(Line line) {
        return line.against().map(other -> ratio(line, other)).orElse(OptionalDouble.empty());
    }

    OptionalDouble ratio(Line line, Line to) {
        return ratio(rate(line), rate(to));
    }

    OptionalDouble rate(Line line) {
        return find(line)
                .map(figure -> OptionalDouble.of(figure.perSecond()))
                .orElse(OptionalDouble.empty());
    }

    private OptionalDouble best(Line one, Line other) {
        return Stream.of(one, other)
                .filter(this::isValid)
                .mapToDouble(line -> figures.get(line).perSecond())
                .max();
    }

    private static OptionalDouble ratio(OptionalDouble rate, OptionalDouble to) {
        if (rate.isEmpty() || to.isEmpty() || to.getAsDouble() == 0) return OptionalDouble.empty();
        return OptionalDouble.of(rate.getAsDouble() / to.getAsDouble());
    }
}
