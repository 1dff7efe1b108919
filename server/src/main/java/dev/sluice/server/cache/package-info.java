/// What is kept in two levels: in this process, and where all nodes see it.
///
/// Uses: metrics.
package dev.sluice.server.cache;
