package dev.sluice.sql;

import dev.sluice.contracts.NodesContract;

class MariaDbNodesTest extends MariaDbFixture implements NodesContract {}
