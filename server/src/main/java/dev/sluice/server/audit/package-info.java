/// `./sluice audit`, from its options to its verdict: the replay of the ledger, the witnesses
/// beside it, and the signed heads that a node publishes.
///
/// Uses: config, embedded, json, sql.
package dev.sluice.server.audit;
