package dev.sluice.board;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;

/// A map from ids to numbers for a whole crowd. It keeps no objects, and a growing part of it stops
/// nobody for long, since each of its parts grows by itself.
///
/// Safe for all threads: a key belongs to one part, and a part is its own lock. The size is exact
/// once nobody changes the map.
public final class LongMap {

    /// Stands for no number. It cannot be put into the map.
    public static final long NONE = Long.MIN_VALUE;

    private static final int VALUE = 0;
    private static final int ROWS = 64;

    private final LongRows[] parts = LongRows.parts(1, ROWS);
    private final AtomicInteger size = new AtomicInteger();

    /// The number of this key, or [#NONE].
    public long get(long key) {
        var part = LongRows.part(parts, key);
        synchronized (part) {
            int row = part.find(key);
            return row == LongRows.NONE ? NONE : part.get(row, VALUE);
        }
    }

    /// Puts the number in if the key has the one expected, where [#NONE] expects no key. Answers
    /// whether it did.
    public boolean replace(long key, long expected, long value) {
        if (value == NONE) throw new IllegalArgumentException("no number: " + key);
        var part = LongRows.part(parts, key);
        synchronized (part) {
            int row = expected == NONE ? addNew(part, key) : part.find(key);
            if (row == LongRows.NONE) return false;
            if (expected != NONE && part.get(row, VALUE) != expected) return false;
            part.set(row, VALUE, value);
            return true;
        }
    }

    /// The row of a key that was not there, or none when it was.
    private int addNew(LongRows part, long key) {
        int before = part.size();
        int row = part.add(key);
        if (part.size() == before) return LongRows.NONE;
        size.incrementAndGet();
        return row;
    }

    /// Takes the key out if it has this number. Answers whether it did.
    public boolean remove(long key, long expected) {
        var part = LongRows.part(parts, key);
        synchronized (part) {
            int row = part.find(key);
            if (row == LongRows.NONE || part.get(row, VALUE) != expected) return false;
            part.remove(row);
            size.decrementAndGet();
            return true;
        }
    }

    /// Takes out the keys whose numbers pass the test.
    public void removeIf(LongPredicate goes) {
        for (var part : parts) {
            synchronized (part) {
                int before = part.size();
                if (before > 0) part.removeIf(VALUE, goes);
                size.addAndGet(part.size() - before);
            }
        }
    }

    /// Makes room for this many keys, so that the map need not grow while a crowd waits for it.
    public void expect(int keys) {
        LongRows.expect(parts, keys);
    }

    public int size() {
        return size.get();
    }
}
