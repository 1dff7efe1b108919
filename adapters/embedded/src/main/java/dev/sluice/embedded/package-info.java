/// Hold store, claim queue and broadcast inside one process. Units are counted in memory; each held
/// claim is durable in an SQLite file of its own before anybody is told of it, and what is in
/// memory can always be rebuilt from that file and the order book.
package dev.sluice.embedded;
