package dev.sluice.sql.shop;

import dev.sluice.contracts.AccountsContract;
import dev.sluice.sql.PostgresFixture;

class PostgresAccountsTest extends PostgresFixture implements AccountsContract {}
