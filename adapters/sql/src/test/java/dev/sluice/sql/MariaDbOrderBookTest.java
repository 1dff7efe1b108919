package dev.sluice.sql;

import dev.sluice.contracts.OrderBookContract;

class MariaDbOrderBookTest extends MariaDbFixture implements OrderBookContract {}
