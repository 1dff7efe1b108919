package dev.sluice.sql;

import dev.sluice.contracts.BookFixture;
import dev.sluice.sql.base.SharedDatabase;
import dev.sluice.sql.base.SqlConfig;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/// What the tests of shared databases know of the server.
public interface ServerFixture extends BookFixture {

    SharedDatabase database();

    /// How to reach a database of this name.
    SqlConfig config(String name);

    /// The database of this test class.
    String name();

    /// Makes an empty database of this name; one that was there is gone.
    void create(String name) throws SQLException;

    void drop(String name) throws SQLException;

    /// A connection past the adapters.
    Connection connect(String database) throws SQLException;

    /// What a statement answers in its first column, past the adapters.
    List<String> ask(String sql) throws SQLException;

    /// A query that takes a minute.
    String sleep();

    /// A query that counts the connections to this test's database that have asked to change the
    /// units of an offer and have no answer yet.
    String changing();

    /// Ends all other connections to this test's database.
    void disconnectAll() throws SQLException;
}
