package dev.sluice.contracts;

/// The random calls compare it with another of its kind, and so show only that the units add up, in
/// the book and in its ledger.
class PlainOrderBookTest extends PlainBookFixture implements OrderBookContract {}
