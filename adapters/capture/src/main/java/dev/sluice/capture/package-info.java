/// Edits of the catalogue, whoever made them, read from the log of the database: the binary log of
/// MariaDB and MySQL, and logical replication of PostgreSQL.
///
/// [LoggedChanges] keeps the connection and the thread; a [LogReader] reads one connection; a
/// [Teller] tells the subscriber. What counts as an edit stands in [Watched].
package dev.sluice.capture;
