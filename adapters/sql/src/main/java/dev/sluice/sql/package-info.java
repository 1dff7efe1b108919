/// The order book with its ledger, the catalogue, accounts, grants and nodes on an SQL database.
/// [SqliteDatabase] owns the file, its connections and transactions; each adapter holds the
/// statements of its port; [LedgerReplay] judges a book from outside with its own arithmetic.
package dev.sluice.sql;
