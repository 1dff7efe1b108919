/// The hold store: reserving, confirming and releasing in one script a shard, moving units between
/// the shards of an offer, and rebuilding an offer whose store was restarted.
///
/// Uses: claim, link.
package dev.sluice.redis.hold;
