package dev.sluice.sql.book;

import dev.sluice.contracts.OrderBookContract;
import dev.sluice.sql.MariaDbFixture;

class MariaDbOrderBookTest extends MariaDbFixture implements OrderBookContract {}
