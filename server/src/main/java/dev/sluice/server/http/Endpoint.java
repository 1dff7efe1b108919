package dev.sluice.server.http;

/// What a route does, in plain blocking style on a virtual thread.
@FunctionalInterface
public interface Endpoint {

    /// The answer. A [Problem] that is thrown becomes its answer; every other exception is a bug,
    /// except `Unavailable`.
    Reply handle(Call call) throws InterruptedException;
}
