package dev.sluice.contracts;

class PlainOrderBookTest extends PlainBookFixture implements OrderBookContract {}
