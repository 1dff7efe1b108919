/// The replay of the ledger, with arithmetic of its own.
///
/// Uses: base, book.
package dev.sluice.sql.audit;
