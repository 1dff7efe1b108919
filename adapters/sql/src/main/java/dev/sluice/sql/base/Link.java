package dev.sluice.sql.base;

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
/// belongs to the one thread that the [Database] has lent it to.
public final class Link implements AutoCloseable {

    /// Makes a value of the row that the result stands on.
    public interface Reader<T> {
        T read(ResultSet row) throws SQLException;
    }

    /// Does something with each row.
    public interface Visitor {
        void visit(ResultSet row) throws SQLException;
    }

    /// Rows that are fetched at a time when there may be millions of them.
    private static final int FETCH_SIZE = 10_000;

    private final Connection connection;
    private final Dialect dialect;
    private final Map<String, String> translations;
    private final Map<String, PreparedStatement> statements = new HashMap<>();
    private boolean answered;

    Link(Connection connection, Dialect dialect) {
        this(connection, dialect, new HashMap<>());
    }

    /// @param translations what the dialect has made of statements, for the links to come
    Link(Connection connection, Dialect dialect, Map<String, String> translations) {
        this.connection = connection;
        this.dialect = dialect;
        this.translations = translations;
    }

    public Dialect dialect() {
        return dialect;
    }

    /// Whether any statement on this link has succeeded.
    boolean hasAnswered() {
        return answered;
    }

    /// Runs a statement that changes rows; answers how many it changed.
    public int update(String sql, Object... values) throws SQLException {
        try {
            int changed = bound(sql, values).executeUpdate();
            answered = true;
            return changed;
        } catch (SQLException e) {
            if (dialect.isToIgnore(sql, e)) return 0;
            throw e;
        }
    }

    /// Runs a statement that adds rows once for each of them.
    public void insertAll(String sql, List<Object[]> rows) throws SQLException {
        if (!dialect.isShared()) {
            for (var row : rows) update(sql, row);
            return;
        }
        var statement = statement(sql);
        for (var row : rows) {
            bind(statement, row);
            statement.addBatch();
        }
        statement.executeBatch();
        answered = true;
    }

    /// The first row, or nothing.
    public <T> Optional<T> find(String sql, Reader<T> reader, Object... values)
            throws SQLException {
        try (var rows = bound(sql, values).executeQuery()) {
            answered = true;
            return rows.next() ? Optional.of(reader.read(rows)) : Optional.empty();
        }
    }

    public <T> List<T> list(String sql, Reader<T> reader, Object... values) throws SQLException {
        var list = new ArrayList<T>();
        visit(sql, row -> list.add(reader.read(row)), values);
        return list;
    }

    public void visit(String sql, Visitor visitor, Object... values) throws SQLException {
        try (var rows = bound(sql, values).executeQuery()) {
            answered = true;
            while (rows.next()) visitor.visit(rows);
        }
    }

    /// The same for results that are too large to be in memory at once.
    public void stream(String sql, Visitor visitor) throws SQLException {
        statement(sql).setFetchSize(FETCH_SIZE);
        visit(sql, visitor);
    }

    /// The kept statement itself, for loops that bind many rows.
    public PreparedStatement statement(String sql) throws SQLException {
        var statement = statements.get(sql);
        if (statement == null) {
            var translated = translations.computeIfAbsent(sql, dialect::statement);
            statement = connection.prepareStatement(translated);
            statements.put(sql, statement);
        }
        return statement;
    }

    /// Creates a table or an index.
    void define(String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.executeUpdate(dialect.definition(sql));
        } catch (SQLException e) {
            if (!dialect.isDefined(e)) throw e;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private PreparedStatement bound(String sql, Object... values) throws SQLException {
        var statement = statement(sql);
        bind(statement, values);
        return statement;
    }

    private static void bind(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) statement.setObject(i + 1, values[i]);
    }
}
