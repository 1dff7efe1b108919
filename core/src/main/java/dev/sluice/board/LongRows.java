package dev.sluice.board;

import java.util.function.LongPredicate;

/// A hash table of rows of numbers, each found by its key. It is two arrays, so that the garbage
/// collector has nothing to look at however many rows there are: what a crowd leaves behind must
/// not make pauses for the next one. Keys stand by themselves, so that to look for one that is not
/// there, as most are, touches one line of the processor's cache.
///
/// Open addressing with linear probing, at most half full. A row is named by a number that holds
/// until the next row is added or removed. Whoever uses it brings the lock.
///
/// A table for a crowd is cut into [#parts] with a lock each, so that threads seldom meet and
/// growing one part is short. The parts are of different sizes, from one to two times the first, so
/// that a crowd does not make them grow at the same moment.
final class LongRows {

    static final int NONE = -1;

    interface Visitor {
        void visit(long key, int row);
    }

    /// A table with fewer than one row in so many is nearly empty.
    private static final long SPARSE = 16;

    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
    private static final long PART_MULTIPLIER = 0xC2B2AE3D27D4EB4FL;
    private static final int PART_BITS = 8;

    private final int width;
    private final int rowsMin;
    private long[] keys;
    private long[] cells;
    private int size;

    /// @param width numbers in a row beside its key
    /// @param rows how long the table is at first
    LongRows(int width, int rows) {
        this.width = width;
        this.rowsMin = rows;
        clear(rows);
    }

    /// The empty parts of a table.
    ///
    /// @param rows of the smallest
    static LongRows[] parts(int width, int rows) {
        var parts = new LongRows[1 << PART_BITS];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = new LongRows(width, (int) (rows * Math.pow(2, (double) i / parts.length)));
        }
        return parts;
    }

    /// The part where this key belongs.
    static LongRows part(LongRows[] parts, long key) {
        return parts[(int) (key * PART_MULTIPLIER >>> Long.SIZE - PART_BITS)];
    }

    /// Makes room for this many rows in all parts. Chance gives some of them more than others.
    static void expect(LongRows[] parts, int rows) {
        int each = rows / parts.length;
        int spare = (int) (4 * Math.sqrt(each));
        for (var part : parts) {
            synchronized (part) {
                part.expect(each + spare);
            }
        }
    }

    int size() {
        return size;
    }

    /// The row of this key. Nothing has the key 0.
    int find(long key) {
        int row = probe(key);
        return keys[row] == 0 ? NONE : row;
    }

    /// The row of this key, a new one of zeroes if there was none.
    int add(long key) {
        if (key == 0) throw new IllegalArgumentException("0 is no key");
        int row = probe(key);
        if (keys[row] != 0) return row;
        if (2 * (size + 1) > keys.length) {
            rebuild(Math.multiplyExact(keys.length, 2));
            row = probe(key);
        }
        keys[row] = key;
        size++;
        return row;
    }

    long get(int row, int column) {
        return cells[row * width + column];
    }

    void set(int row, int column, long value) {
        cells[row * width + column] = value;
    }

    /// Takes a row out and closes the gap: each row after it that could stand there moves up.
    void remove(int row) {
        int gap = row;
        for (int next = after(gap); keys[next] != 0; next = after(next)) {
            int home = home(keys[next]);
            boolean isBetween =
                    gap <= next ? gap < home && home <= next : gap < home || home <= next;
            if (isBetween) continue;
            keys[gap] = keys[next];
            System.arraycopy(cells, next * width, cells, gap * width, width);
            gap = next;
        }
        keys[gap] = 0;
        for (int i = 0; i < width; i++) set(gap, i, 0);
        size--;
    }

    /// Takes out the rows whose number in the column passes the test. A table that was nearly empty
    /// even before that gives half of its room back.
    void removeIf(int column, LongPredicate goes) {
        if (keys.length > rowsMin && SPARSE * size < keys.length) {
            rebuild(Math.max(rowsMin, keys.length / 2));
        }
        for (int row = 0; row < keys.length; row++) {
            // Removing moves another row here, which is looked at in its turn.
            while (keys[row] != 0 && goes.test(get(row, column))) remove(row);
        }
    }

    /// Shows each key with its row. Nothing may be added or removed meanwhile.
    void forEach(Visitor visitor) {
        for (int row = 0; row < keys.length; row++) {
            if (keys[row] != 0) visitor.visit(keys[row], row);
        }
    }

    /// Makes room for this many rows, so that none of them makes the table grow.
    void expect(int rows) {
        int needed = Math.multiplyExact(rows, 2);
        if (needed > keys.length) rebuild(needed);
    }

    private void rebuild(int rows) {
        var oldKeys = keys;
        var oldCells = cells;
        clear(rows);
        for (int row = 0; row < oldKeys.length; row++) {
            if (oldKeys[row] == 0) continue;
            int to = probe(oldKeys[row]);
            keys[to] = oldKeys[row];
            System.arraycopy(oldCells, row * width, cells, to * width, width);
            size++;
        }
    }

    private void clear(int rows) {
        keys = new long[rows];
        cells = new long[Math.multiplyExact(rows, width)];
        size = 0;
    }

    /// Where the key is, or the empty row where it would stand.
    private int probe(long key) {
        int row = home(key);
        while (keys[row] != 0 && keys[row] != key) row = after(row);
        return row;
    }

    /// Any number of rows will do: the hash is taken as a fraction of it. Ids are made of a time
    /// and a count, so their bits are mixed twice.
    private int home(long key) {
        long mixed = (key ^ key >>> 32) * MULTIPLIER;
        mixed = (mixed ^ mixed >>> 29) * MULTIPLIER;
        return (int) ((mixed >>> 32) * keys.length >>> 32);
    }

    private int after(int row) {
        return row + 1 == keys.length ? 0 : row + 1;
    }
}
