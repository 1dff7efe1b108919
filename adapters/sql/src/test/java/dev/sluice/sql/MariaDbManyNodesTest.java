package dev.sluice.sql;

class MariaDbManyNodesTest extends MariaDbFixture implements SharedNodesContract {}
