/// What nodes share beside claims: transport of signals, gates, rate counters and the shared cache.
///
/// Uses: link.
package dev.sluice.redis.share;
