package dev.sluice.sql.book;

import dev.sluice.contracts.OrderBookContract;
import dev.sluice.sql.SqliteFixture;

class SqlOrderBookTest extends SqliteFixture implements OrderBookContract {}
