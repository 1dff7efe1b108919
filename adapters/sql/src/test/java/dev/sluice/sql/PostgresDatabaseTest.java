package dev.sluice.sql;

class PostgresDatabaseTest extends PostgresFixture implements SharedDatabaseContract {}
