package dev.sluice.bench;

import java.util.Locale;

/// A constant that people read in tables, in JSON and on the command line under its own name in
/// kebab-case.
interface Named {
    String name();

    default String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
