package dev.sluice.rehearsal;

import java.io.Serial;

/// The rehearsal cannot begin or cannot be judged; the message is one line that says what to do.
final class RehearsalFailure extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    RehearsalFailure(String message) {
        super(message);
    }

    RehearsalFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
