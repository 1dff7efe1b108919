package dev.sluice.simulation;

/// The process ends here. An error, so that nothing in the core catches it.
final class Crash extends Error {

    private static final long serialVersionUID = 1;

    Crash() {
        super("crash", null, false, false);
    }
}
