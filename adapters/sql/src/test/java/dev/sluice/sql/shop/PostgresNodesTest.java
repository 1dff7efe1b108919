package dev.sluice.sql.shop;

import dev.sluice.contracts.NodesContract;
import dev.sluice.sql.PostgresFixture;

class PostgresNodesTest extends PostgresFixture implements NodesContract {}
