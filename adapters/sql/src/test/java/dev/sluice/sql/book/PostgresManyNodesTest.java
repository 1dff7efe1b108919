package dev.sluice.sql.book;

import dev.sluice.sql.PostgresFixture;
import dev.sluice.sql.shop.SharedNodesContract;

class PostgresManyNodesTest extends PostgresFixture implements SharedNodesContract {}
