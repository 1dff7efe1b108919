package dev.sluice.sql;

import dev.sluice.contracts.AccountsContract;

class PostgresAccountsTest extends PostgresFixture implements AccountsContract {}
