/// The order book with its ledger, the catalogue, accounts, grants and nodes on an SQL database.
/// [SqliteDatabase] owns a file of this node's own and [SharedDatabase] the way to a PostgreSQL,
/// MariaDB or MySQL server that many nodes share, each with connections and transactions; each
/// adapter holds the statements of its port, and a `Dialect` says them in the words of a database;
/// [LedgerReplay] judges a book from outside with its own arithmetic.
package dev.sluice.sql;
