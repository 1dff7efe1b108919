package dev.sluice.sql.shop;

import dev.sluice.contracts.NodesContract;
import dev.sluice.sql.MariaDbFixture;

class MariaDbNodesTest extends MariaDbFixture implements NodesContract {}
