/// Sluice over HTTP: the front that takes requests on event loops and answers them there or on
/// virtual threads, the routes by resource, the limits that keep the crowd in order, settings,
/// metrics, the command line, and `Main`, which wires everything with `new`.
package dev.sluice.server;
