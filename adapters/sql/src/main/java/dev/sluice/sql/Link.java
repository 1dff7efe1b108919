package dev.sluice.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A connection with its prepared statements, which are kept: all SQL here is constant. A link
/// belongs to the one thread that [SqliteDatabase] has lent it to.
final class Link implements AutoCloseable {

    /// Makes a value of the row that the result stands on.
    interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /// Does something with each row.
    interface Visitor {
        void visit(ResultSet row) throws SQLException;
    }

    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    Link(Connection connection) {
        this.connection = connection;
    }

    /// Runs a statement that changes rows; answers how many it changed.
    int update(String sql, Object... values) throws SQLException {
        return bound(sql, values).executeUpdate();
    }

    /// The first row, or nothing.
    <T> Optional<T> find(String sql, Reader<T> reader, Object... values) throws SQLException {
        try (var rows = bound(sql, values).executeQuery()) {
            return rows.next() ? Optional.of(reader.read(rows)) : Optional.empty();
        }
    }

    <T> List<T> list(String sql, Reader<T> reader, Object... values) throws SQLException {
        var list = new ArrayList<T>();
        visit(sql, row -> list.add(reader.read(row)), values);
        return list;
    }

    void visit(String sql, Visitor visitor, Object... values) throws SQLException {
        try (var rows = bound(sql, values).executeQuery()) {
            while (rows.next()) visitor.visit(rows);
        }
    }

    /// The kept statement itself, for loops that bind many rows.
    PreparedStatement statement(String sql) throws SQLException {
        var statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        return statement;
    }

    /// Runs a whole script of statements without values.
    void run(String script) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.executeUpdate(script);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private PreparedStatement bound(String sql, Object... values) throws SQLException {
        var statement = statement(sql);
        for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
        return statement;
    }
}
