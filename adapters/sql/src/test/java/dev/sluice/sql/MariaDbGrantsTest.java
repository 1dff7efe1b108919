package dev.sluice.sql;

import dev.sluice.contracts.GrantsContract;

class MariaDbGrantsTest extends MariaDbFixture implements GrantsContract {}
