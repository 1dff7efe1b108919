package dev.sluice.rehearsal.scenario;

import java.io.Serial;

/// The rehearsal cannot begin or cannot be judged; the message is one line that says what to do.
public final class RehearsalFailure extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    public RehearsalFailure(String message) {
        super(message);
    }

    public RehearsalFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
