package dev.sluice.sql.shop;

import dev.sluice.contracts.AccountsContract;
import dev.sluice.sql.SqliteFixture;

class SqlAccountsTest extends SqliteFixture implements AccountsContract {}
