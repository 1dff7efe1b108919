package dev.sluice.cluster;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/// A [Sequencer] does everything once, one thing after the other, and what one thread adds in its
/// order.
public final class SequencerStress {

    private SequencerStress() {}

    /// Two threads add two things each and run the sequencer after each of them. The step writes
    /// where nothing is safe for two threads, so it shows when two of them are in it.
    ///
    /// It turns red when `run` sets the count to 0 at its end instead of taking away what it saw:
    /// what was added since its last look stays behind.
    @JCStressTest
    @Outcome(id = "abcd", expect = ACCEPTABLE, desc = "one thread after the other")
    @Outcome(id = "cdab", expect = ACCEPTABLE, desc = "one thread after the other")
    @Outcome(id = "acbd", expect = ACCEPTABLE, desc = "in turns")
    @Outcome(id = "acdb", expect = ACCEPTABLE, desc = "in turns")
    @Outcome(id = "cabd", expect = ACCEPTABLE, desc = "in turns")
    @Outcome(id = "cadb", expect = ACCEPTABLE, desc = "in turns")
    @State
    public static class Runs {
        private final StringBuilder done = new StringBuilder();
        private final Sequencer<String> sequencer = new Sequencer<>(done::append);

        @Actor
        public void one() {
            does("a");
            does("b");
        }

        @Actor
        public void two() {
            does("c");
            does("d");
        }

        private void does(String item) {
            sequencer.add(item);
            sequencer.run();
        }

        @Arbiter
        public void judge(L_Result result) {
            result.r1 = done.toString();
        }
    }
}
