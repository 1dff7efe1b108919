package dev.sluice.bench;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/// What has come out so far. Only the main thread touches it.
final class Figures {
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
            case SETTLEMENT,
                    HOLD_REDIS,
                    HOLD_REDIS_TWIN,
                    HOLD_REDIS_TWIN_SINGLE,
                    ORDER_POSTGRES,
                    ORDER_POSTGRES_TWIN,
                    ORDER_MARIADB,
                    ORDER_MARIADB_TWIN,
                    CLAIM_REDIS_POSTGRES,
                    CLAIM_RABBITMQ_MARIADB,
                    CLAIM_ROCKETMQ_POSTGRES ->
                    OptionalDouble.empty();
            case READ, BARE_READ_BEFORE, BARE_READ_AFTER ->
                    ratio(rate(line), best(Line.BARE_READ_BEFORE, Line.BARE_READ_AFTER));
            case BARE_CLAIM_BEFORE, BARE_CLAIM_AFTER, REFUSAL, CLAIM, CLAIM_HALF, CLAIM_TWIN ->
                    ratio(rate(line), best(Line.BARE_CLAIM_BEFORE, Line.BARE_CLAIM_AFTER));
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
