package dev.sluice.contracts;

import dev.sluice.port.Refunds;

class PlainRefundsTest extends PlainBookFixture implements RefundsContract {

    @Override
    public Refunds refunds() {
        return book.refunds;
    }
}
