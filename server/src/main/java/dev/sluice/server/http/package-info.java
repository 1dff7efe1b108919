/// The front: event loops, visits, bodies, addresses and queries, routes, answers, what a stranger
/// may hold on to, and the guard of WebSockets. Hot routes are answered on the loop, all others on
/// virtual threads.
///
/// Uses: access, config, json, metrics.
package dev.sluice.server.http;
