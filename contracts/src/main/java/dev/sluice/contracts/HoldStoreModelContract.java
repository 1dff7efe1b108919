package dev.sluice.contracts;

import org.junit.jupiter.api.Test;

/// Random calls, and the same calls to a plain model. Part of [HoldStoreContract].
public interface HoldStoreModelContract {

    /// A new engine over nothing, with no offer prepared.
    TestEngine open();

    /// A seed that fails is named in the message and reproduces the run.
    @Test
    default void random_calls_get_the_answers_of_the_plain_store() throws Exception {
        for (long seed = 1; seed <= 20; seed++) {
            try (var engine = open()) {
                new HoldStoreWalk(engine, seed).run(250);
            }
        }
    }
}
