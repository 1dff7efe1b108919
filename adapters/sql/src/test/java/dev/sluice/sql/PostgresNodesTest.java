package dev.sluice.sql;

import dev.sluice.contracts.NodesContract;

class PostgresNodesTest extends PostgresFixture implements NodesContract {}
