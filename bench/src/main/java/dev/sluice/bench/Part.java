package dev.sluice.bench;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/// What can be measured, in the letters of the command line. From g on it is what many nodes share,
/// and a [Profile] says on which servers.
enum Part {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
    I;

    static Set<Part> ofOneNode() {
        return EnumSet.range(A, F);
    }

    static Set<Part> ofManyNodes() {
        return EnumSet.range(G, I);
    }

    String letter() {
        return name().toLowerCase(Locale.ROOT);
    }
}
