/// The order book: settlement in batches, orders, payments, deposits and refunds, and the ledger
/// with its chain and seals.
///
/// Uses: base.
package dev.sluice.sql.book;
