/// Accounts, catalogue, grants of passes, and the nodes with their leases.
///
/// Uses: base, book.
package dev.sluice.sql.shop;
