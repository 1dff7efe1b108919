package dev.sluice.bench;

import java.io.Serial;

/// The run cannot go on; the message is one line that says what to do.
final class BenchFailure extends RuntimeException {
    @Serial private static final long serialVersionUID = 1;

    BenchFailure(String message) {
        super(message);
    }

    BenchFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
