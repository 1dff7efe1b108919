/// The claim queue on a stream: taking, acknowledging, retrying and parking, what dead nodes left
/// behind, and the bell that wakes who waits.
///
/// Uses: claim, link.
package dev.sluice.redis.queue;
