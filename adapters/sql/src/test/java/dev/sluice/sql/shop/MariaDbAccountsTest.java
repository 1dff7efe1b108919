package dev.sluice.sql.shop;

import dev.sluice.contracts.AccountsContract;
import dev.sluice.sql.MariaDbFixture;

class MariaDbAccountsTest extends MariaDbFixture implements AccountsContract {}
