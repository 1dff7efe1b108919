package dev.sluice.sql.shop;

import dev.sluice.contracts.GrantsContract;
import dev.sluice.sql.PostgresFixture;

class PostgresGrantsTest extends PostgresFixture implements GrantsContract {}
