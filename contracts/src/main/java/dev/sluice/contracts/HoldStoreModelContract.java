package dev.sluice.contracts;

import org.junit.jupiter.api.Test;

/// Random calls, and the same calls to a plain model. Part of [HoldStoreContract].
public interface HoldStoreModelContract {

    /// New stores over nothing, with no offer prepared.
    TestStores open();

    /// How many claims the walk sends at a time. A store that is split by buyer decides claims of
    /// several buyers in no certain order, and is sent one at a time.
    default int batchMax() {
        return 6;
    }

    /// A seed that fails is named in the message and reproduces the run.
    @Test
    default void random_calls_get_the_answers_of_the_plain_store() throws Exception {
        for (long seed = 1; seed <= 20; seed++) {
            try (var stores = open()) {
                new HoldStoreWalk(stores, seed, batchMax()).run(250);
            }
        }
    }
}
