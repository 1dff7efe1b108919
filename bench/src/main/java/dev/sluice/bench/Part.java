package dev.sluice.bench;

import java.util.Locale;

/// What can be measured, in the letters of the command line.
enum Part {
    A,
    B,
    C,
    D,
    E,
    F;

    String letter() {
        return name().toLowerCase(Locale.ROOT);
    }
}
