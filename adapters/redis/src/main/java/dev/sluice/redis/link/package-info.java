/// The way to the servers: addresses, lanes to each shard, connections that come back, scripts and
/// their answers, and what a server must be set to before it is trusted.
///
/// Uses: nothing.
package dev.sluice.redis.link;
