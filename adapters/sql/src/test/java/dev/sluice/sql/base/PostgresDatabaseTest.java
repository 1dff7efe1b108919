package dev.sluice.sql.base;

import dev.sluice.sql.PostgresFixture;

class PostgresDatabaseTest extends PostgresFixture implements SharedDatabaseContract {}
