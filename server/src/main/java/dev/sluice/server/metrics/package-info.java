/// Counters and gauges, as `/metrics` shows them.
///
/// Uses: access.
package dev.sluice.server.metrics;
