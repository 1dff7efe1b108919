package dev.sluice.server.engine;

import dev.sluice.port.Nodes;
import java.util.random.RandomGenerator;

/// What is signed with: each secret the same on every node and after every restart.
public final class Secrets {

    private static final int BYTES = 32;

    private final Nodes nodes;
    private final RandomGenerator random;

    Secrets(Nodes nodes, RandomGenerator random) {
        this.nodes = nodes;
        this.random = random;
    }

    /// The secret of this name, made by whoever asks for it first. Blocks.
    public byte[] of(String name) {
        var candidate = new byte[BYTES];
        random.nextBytes(candidate);
        return nodes.secret(name, candidate);
    }
}
