/// How claims are written in Redis: their text, their places in the entries of the stream, and
/// reading those page by page.
///
/// Uses: link.
package dev.sluice.redis.claim;
