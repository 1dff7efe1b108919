package dev.sluice.server.http;

/// A route that is answered on the event loop. It must not block, and it should not allocate what a
/// constant could replace.
public interface HotRoute {

    /// Adds what [#take] leaves alone to the table, so that each address stands there.
    void register(Routes routes);

    /// Takes the visit, and will answer it, or leaves it for the other routes. A look at the method
    /// and at the path's beginning has to be enough to decide.
    boolean take(Visit visit);
}
