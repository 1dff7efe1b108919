package dev.sluice.server.challenge;

import java.util.random.RandomGenerator;

/// A sum that people do in their heads, with a result that is not negative.
///
/// @param text with the signs `+`, `-` and `x`
public record Sum(String text, int result) {

    static Sum of(RandomGenerator random) {
        return switch (random.nextInt(3)) {
            case 0 -> plus(random.nextInt(3, 50), random.nextInt(3, 40));
            case 1 -> minus(random.nextInt(20, 80), random.nextInt(3, 20));
            default -> times(random.nextInt(3, 10), random.nextInt(3, 10));
        };
    }

    private static Sum plus(int left, int right) {
        return new Sum(left + "+" + right, left + right);
    }

    private static Sum minus(int left, int right) {
        return new Sum(left + "-" + right, left - right);
    }

    private static Sum times(int left, int right) {
        return new Sum(left + "x" + right, left * right);
    }
}
