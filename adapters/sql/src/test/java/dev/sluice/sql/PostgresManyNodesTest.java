package dev.sluice.sql;

class PostgresManyNodesTest extends PostgresFixture implements SharedNodesContract {}
