package dev.sluice.sql;

import dev.sluice.contracts.AccountsContract;

class MariaDbAccountsTest extends MariaDbFixture implements AccountsContract {}
