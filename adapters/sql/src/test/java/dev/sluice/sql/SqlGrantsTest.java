package dev.sluice.sql;

import dev.sluice.contracts.GrantsContract;

class SqlGrantsTest extends SqliteFixture implements GrantsContract {}
