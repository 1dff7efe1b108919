package dev.sluice.sql;

import dev.sluice.contracts.GrantsContract;

class PostgresGrantsTest extends PostgresFixture implements GrantsContract {}
