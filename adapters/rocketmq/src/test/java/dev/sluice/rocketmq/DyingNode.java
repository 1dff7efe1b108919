package dev.sluice.rocketmq;

import dev.sluice.contracts.CourierSamples;

/// A node that sends one claim and dies when the broker has it and waits for the commit.
final class DyingNode {

    static final int EXIT = 17;

    private DyingNode() {}

    /// @param words the name servers and the prefix
    public static void main(String[] words) {
        var config =
                new RocketConfig(words[0], words[1], Rocket.TIMEOUT, RocketConfig.DEFAULT_LEASE);
        try (var courier = new RocketCourier(config, Rocket.CLOCK, _ -> die())) {
            courier.send(CourierSamples.deliveries(1));
        }
    }

    private static boolean die() {
        Runtime.getRuntime().halt(EXIT);
        return false;
    }
}
