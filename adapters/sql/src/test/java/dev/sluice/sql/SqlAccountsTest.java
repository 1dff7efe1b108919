package dev.sluice.sql;

import dev.sluice.contracts.AccountsContract;

class SqlAccountsTest extends SqliteFixture implements AccountsContract {}
