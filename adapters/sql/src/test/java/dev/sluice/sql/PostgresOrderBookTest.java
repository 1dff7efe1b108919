package dev.sluice.sql;

import dev.sluice.contracts.OrderBookContract;

class PostgresOrderBookTest extends PostgresFixture implements OrderBookContract {}
