package dev.sluice.sql.base;

import dev.sluice.sql.MariaDbFixture;

class MariaDbDatabaseTest extends MariaDbFixture implements SharedDatabaseContract {}
