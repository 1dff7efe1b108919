package dev.sluice.sql.base;

import java.sql.SQLException;

/// What databases do not agree on. All statements and scripts are written once, in the words of
/// SQLite, which PostgreSQL mostly shares; a dialect says the rest in its own. Statements are
/// rewritten when they are prepared, never in between.
public interface Dialect {

    /// Whether many nodes may write to such a database at a time.
    boolean isShared();

    /// A query or a change in the words of this database.
    String statement(String sql);

    /// A `create` of a script in the words of this database.
    String definition(String sql);

    /// Whether a definition failed because it was there already.
    boolean isDefined(SQLException e);

    /// Whether `update ... returning` tells the rows that changed.
    boolean updatesReturnRows();

    /// Whether a row was refused because a row with this key is there.
    boolean isDuplicate(SQLException e);

    /// Whether the statement is an insert that was to `do nothing` in such a case.
    boolean isToIgnore(String sql, SQLException e);

    /// Errors that a correct program does not meet, whatever disks, networks and operators do.
    boolean isMistake(SQLException e);
}
