package dev.sluice.server.config;

/// Why Sluice cannot start or run a command: one line for the person at the terminal that says what
/// is wrong and what to do.
public final class StartFailure extends RuntimeException {

    private static final long serialVersionUID = 1;

    public StartFailure(String message) {
        super(message, null, false, false);
    }
}
