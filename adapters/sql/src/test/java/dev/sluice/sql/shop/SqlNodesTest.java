package dev.sluice.sql.shop;

import dev.sluice.contracts.NodesContract;
import dev.sluice.sql.SqliteFixture;

class SqlNodesTest extends SqliteFixture implements NodesContract {}
