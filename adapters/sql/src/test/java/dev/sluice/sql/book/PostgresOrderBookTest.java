package dev.sluice.sql.book;

import dev.sluice.contracts.OrderBookContract;
import dev.sluice.sql.PostgresFixture;

class PostgresOrderBookTest extends PostgresFixture implements OrderBookContract {}
