package dev.sluice.sql;

import dev.sluice.contracts.NodesContract;

class SqlNodesTest extends SqliteFixture implements NodesContract {}
