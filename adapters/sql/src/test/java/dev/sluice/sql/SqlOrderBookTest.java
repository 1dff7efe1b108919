package dev.sluice.sql;

import dev.sluice.contracts.OrderBookContract;

class SqlOrderBookTest extends SqliteFixture implements OrderBookContract {}
