package dev.sluice.sql.shop;

import dev.sluice.contracts.GrantsContract;
import dev.sluice.sql.MariaDbFixture;

class MariaDbGrantsTest extends MariaDbFixture implements GrantsContract {}
