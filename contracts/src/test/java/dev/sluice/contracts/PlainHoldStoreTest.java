package dev.sluice.contracts;

class PlainHoldStoreTest implements HoldStoreContract, HoldStoreLineContract {

    @Override
    public TestEngine open() {
        return openWithBacklogOf(Integer.MAX_VALUE);
    }

    @Override
    public TestEngine openWithBacklogOf(int max) {
        return new PlainTestEngine(max);
    }
}
