/// Databases and how they are spoken to: SQLite in a file, PostgreSQL and MySQL or MariaDB behind a
/// pool, their dialects, links and transactions, what they must be set to, and the migrations.
///
/// Uses: nothing.
package dev.sluice.sql.base;
