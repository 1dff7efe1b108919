package dev.sluice.contracts;

class PlainClaimQueueTest
        implements ClaimQueueContract,
                ClaimQueueLineContract,
                ClaimQueueTurnsContract,
                ClaimQueueClockContract {

    @Override
    public TestEngine open() {
        return new PlainTestEngine(Integer.MAX_VALUE);
    }
}
