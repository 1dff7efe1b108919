package dev.sluice.id;

import java.util.Optional;
import java.util.function.LongFunction;

/// What all ids have in common. Ids of two kinds are never equal and cannot be mixed up: each kind
/// is a type of its own.
public abstract class Id<T extends Id<T>> implements Comparable<T> {

    private final long value;

    Id(long value) {
        this.value = value;
    }

    static <T> Optional<T> parse(String text, LongFunction<T> id) {
        var value = IdText.parse(text);
        return value < 0 ? Optional.empty() : Optional.of(id.apply(value));
    }

    public final long value() {
        return value;
    }

    @Override
    public final int compareTo(T other) {
        return Long.compare(value, other.value());
    }

    @Override
    public final int hashCode() {
        return IdHash.of(value);
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof Id<?> that && value == that.value && getClass() == other.getClass();
    }

    @Override
    public final String toString() {
        return IdText.of(value);
    }
}
