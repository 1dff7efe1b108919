package dev.sluice.sql;

class MariaDbDatabaseTest extends MariaDbFixture implements SharedDatabaseContract {}
