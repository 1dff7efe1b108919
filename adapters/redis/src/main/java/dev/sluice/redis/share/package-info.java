/// What nodes share beside claims: broadcast, gates, rate counters and the shared cache.
///
/// Uses: link.
package dev.sluice.redis.share;
