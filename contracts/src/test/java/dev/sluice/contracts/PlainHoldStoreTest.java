package dev.sluice.contracts;

/// The random walk compares it with another of its kind, and so shows only that restarts and
/// crashes change nothing and that everything comes to rest.
class PlainHoldStoreTest implements HoldStoreContract, HoldStoreLineContract {

    @Override
    public TestStores open() {
        return openWithBacklogOf(Integer.MAX_VALUE);
    }

    @Override
    public TestStores openWithBacklogOf(int max) {
        return new PlainStores(max);
    }
}
