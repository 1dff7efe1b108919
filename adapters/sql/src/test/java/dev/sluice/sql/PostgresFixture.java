package dev.sluice.sql;

import dev.sluice.contracts.Services;

/// A book on PostgreSQL.
abstract class PostgresFixture extends SharedFixture {

    @Override
    String url(String database) {
        return "postgresql://127.0.0.1:" + Services.port("postgres") + "/" + database;
    }

    @Override
    String user() {
        return "postgres";
    }

    @Override
    String first() {
        return "postgres";
    }
}
