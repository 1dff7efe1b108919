package dev.sluice.sql.book;

import dev.sluice.sql.MariaDbFixture;
import dev.sluice.sql.shop.SharedNodesContract;

class MariaDbManyNodesTest extends MariaDbFixture implements SharedNodesContract {}
