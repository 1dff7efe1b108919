package dev.sluice.sql.base;

import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;

/// SQLite, in whose words everything is written. Only locks on rows are unknown to it, which has
/// one writer.
final class SqliteDialect implements Dialect {

    @Override
    public boolean isShared() {
        return false;
    }

    @Override
    public String statement(String sql) {
        return sql.replace(" for update skip locked", "").replace(" for update", "");
    }

    @Override
    public String definition(String sql) {
        return sql;
    }

    @Override
    public boolean isDefined(SQLException e) {
        return false;
    }

    @Override
    public boolean updatesReturnRows() {
        return true;
    }

    @Override
    public boolean isDuplicate(SQLException e) {
        return e.getErrorCode() == SQLiteErrorCode.SQLITE_CONSTRAINT.code;
    }

    @Override
    public boolean isToIgnore(String sql, SQLException e) {
        return false;
    }

    @Override
    public boolean isMistake(SQLException e) {
        return switch (SQLiteErrorCode.getErrorCode(e.getErrorCode() & 0xff)) {
            case SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_MISUSE, SQLITE_RANGE ->
                    true;
            default -> false;
        };
    }
}
