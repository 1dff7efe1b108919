package dev.sluice.sql.shop;

import dev.sluice.contracts.GrantsContract;
import dev.sluice.sql.SqliteFixture;

class SqlGrantsTest extends SqliteFixture implements GrantsContract {}
