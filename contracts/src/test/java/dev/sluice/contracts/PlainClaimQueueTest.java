package dev.sluice.contracts;

class PlainClaimQueueTest
        implements ClaimQueueContract,
                ClaimQueueLineContract,
                ClaimQueueTurnsContract,
                ClaimQueueClockContract {

    @Override
    public TestStores open() {
        return new PlainStores(Integer.MAX_VALUE);
    }
}
