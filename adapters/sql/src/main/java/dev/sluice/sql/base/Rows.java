package dev.sluice.sql.base;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/// Reads single columns.
public final class Rows {

    private Rows() {}

    public static Instant instant(ResultSet row, int column) throws SQLException {
        return Instant.ofEpochMilli(row.getLong(column));
    }

    public static Optional<Long> optionalLong(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? Optional.empty() : Optional.of(value);
    }

    public static Optional<String> optionalText(ResultSet row, int column) throws SQLException {
        return Optional.ofNullable(row.getString(column));
    }
}
