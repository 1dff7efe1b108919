/// Hold store, claim queue, gate, broadcast, shared cache and rate counters on Redis.
package dev.sluice.redis;
