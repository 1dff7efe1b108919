/// The fast store on Redis, which any number of nodes share: one script call for a batch of claims,
/// a stream as queue and outbox, and what else nodes share. This room has [RedisStores], which puts
/// hold store and queue on one link. The scripts are resources of this package, one file each.
///
/// Uses: hold, link, queue.
package dev.sluice.redis;
