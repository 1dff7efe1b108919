/// How claims stand in Redis: what is known of each, their places in the entries of the stream, and
/// reading those page by page.
///
/// Uses: link.
package dev.sluice.redis.claim;
