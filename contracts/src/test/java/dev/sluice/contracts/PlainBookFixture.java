package dev.sluice.contracts;

import dev.sluice.plain.PlainCatalogue;
import dev.sluice.plain.PlainOrderBook;
import dev.sluice.port.Catalogue;
import dev.sluice.port.OrderBook;

/// A plain book of each test's own. All of it is durable, so a restart changes nothing.
abstract class PlainBookFixture implements BookFixture {

    final PlainOrderBook book = new PlainOrderBook();
    private final PlainCatalogue catalogue = new PlainCatalogue(book);

    @Override
    public OrderBook book() {
        return book;
    }

    @Override
    public Catalogue catalogue() {
        return catalogue;
    }

    @Override
    public void restart() {}
}
