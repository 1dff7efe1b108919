package dev.sluice.port;

/// A dependency is slow or gone. What the failed call did is unknown: the same call with the same
/// ids may be made again, and nothing may be undone on the strength of this.
///
/// It is caught in two places only: the HTTP front and the worker loop.
public final class Unavailable extends RuntimeException {

    private static final long serialVersionUID = 1;

    public Unavailable(String message, Throwable cause) {
        super(message, cause);
    }
}
