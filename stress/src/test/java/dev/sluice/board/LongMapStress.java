package dev.sluice.board;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.stream.LongStream;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.JJJ_Result;

/// Each call of a [LongMap] happens as a whole, also while a part of it grows.
public final class LongMapStress {

    private static final long KEY = 7;

    private LongMapStress() {}

    /// The number of a key, or 0.
    private static long number(LongMap map, long key) {
        long number = map.get(key);
        return number == LongMap.NONE ? 0 : number;
    }

    private static int asNumber(boolean did) {
        return did ? 1 : 0;
    }

    /// One thread changes a key and then adds another, which makes their part grow; the other looks
    /// at the first key, at the second and at the first again.
    ///
    /// It turns red when `get` takes no lock: the reader finds no number while the rows move.
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "before everything")
    @Outcome(id = "1, 0, 2", expect = ACCEPTABLE, desc = "the change came between the looks")
    @Outcome(id = "1, 9, 2", expect = ACCEPTABLE, desc = "both came between the looks")
    @Outcome(id = "2, 0, 2", expect = ACCEPTABLE, desc = "after the change")
    @Outcome(id = "2, 9, 2", expect = ACCEPTABLE, desc = "after everything")
    @State
    public static class Grows {
        /// As many keys of one part as make the smallest part grow with the last of them.
        private static final long[] KEYS = keysOfOnePart(33);

        private static final long FIRST = KEYS[0];
        private static final long LAST = KEYS[32];

        private final LongMap map = new LongMap();

        public Grows() {
            for (int i = 0; i < 32; i++) map.replace(KEYS[i], LongMap.NONE, i == 0 ? 1 : 100 + i);
        }

        private static long[] keysOfOnePart(int count) {
            var parts = LongRows.parts(1, 64);
            return LongStream.iterate(1, key -> key + 1)
                    .filter(key -> LongRows.part(parts, key) == parts[0])
                    .limit(count)
                    .toArray();
        }

        @Actor
        public void write() {
            map.replace(FIRST, 1, 2);
            map.replace(LAST, LongMap.NONE, 9);
        }

        @Actor
        public void read(JJJ_Result result) {
            result.r1 = number(map, FIRST);
            result.r2 = number(map, LAST);
            result.r3 = number(map, FIRST);
        }
    }

    /// Two threads put in the same key: one of them does, and its number is the one that is there.
    @JCStressTest
    @Outcome(id = "1, 0, 1, 1", expect = ACCEPTABLE, desc = "the first did")
    @Outcome(id = "0, 1, 2, 1", expect = ACCEPTABLE, desc = "the second did")
    @State
    public static class Adds {
        private final LongMap map = new LongMap();

        @Actor
        public void one(IIII_Result result) {
            result.r1 = asNumber(map.replace(KEY, LongMap.NONE, 1));
        }

        @Actor
        public void two(IIII_Result result) {
            result.r2 = asNumber(map.replace(KEY, LongMap.NONE, 2));
        }

        @Arbiter
        public void judge(IIII_Result result) {
            result.r3 = (int) number(map, KEY);
            result.r4 = map.size();
        }
    }

    /// One thread changes a key while another takes it out: one of them finds what it expects.
    @JCStressTest
    @Outcome(id = "1, 0, 2, 1", expect = ACCEPTABLE, desc = "changed, so it stays")
    @Outcome(id = "0, 1, 0, 0", expect = ACCEPTABLE, desc = "taken out, so it is not changed")
    @State
    public static class Removes {
        private final LongMap map = new LongMap();

        public Removes() {
            map.replace(KEY, LongMap.NONE, 1);
        }

        @Actor
        public void change(IIII_Result result) {
            result.r1 = asNumber(map.replace(KEY, 1, 2));
        }

        @Actor
        public void remove(IIII_Result result) {
            result.r2 = asNumber(map.remove(KEY, 1));
        }

        @Arbiter
        public void judge(IIII_Result result) {
            result.r3 = (int) number(map, KEY);
            result.r4 = map.size();
        }
    }
}
