package dev.sluice.intake;

import java.util.function.LongPredicate;

/// A hash table of rows of numbers, each found by its first one. It is one array, so that the
/// garbage collector has nothing to look at however many rows there are: what a crowd leaves behind
/// must not make pauses for the next one.
///
/// Open addressing with linear probing, at most two thirds full. A row is named by where it begins
/// in the array, which holds until the next row is added or removed. Whoever uses it brings the
/// lock.
final class LongRows {

    static final int NONE = -1;

    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

    private final int width;
    private final int rowsMin;
    private long[] cells;
    private int size;

    /// @param width numbers in a row, the key among them
    /// @param rows how long the table is at first
    LongRows(int width, int rows) {
        this.width = width;
        this.rowsMin = rows;
        this.cells = new long[width * rows];
    }

    int size() {
        return size;
    }

    /// The row of this key. Nothing has the key 0.
    int find(long key) {
        int row = probe(key);
        return cells[row] == 0 ? NONE : row;
    }

    /// The row of this key, a new one of zeroes if there was none.
    int add(long key) {
        if (key == 0) throw new IllegalArgumentException("0 is no key");
        int row = probe(key);
        if (cells[row] != 0) return row;
        if (3L * (size + 1) * width > 2L * cells.length) {
            grow();
            row = probe(key);
        }
        cells[row] = key;
        size++;
        return row;
    }

    long get(int row, int column) {
        return cells[row + column];
    }

    void set(int row, int column, long value) {
        cells[row + column] = value;
    }

    /// Takes a row out and closes the gap: each row after it that could stand there moves up.
    void remove(int row) {
        int gap = row;
        for (int next = after(gap); cells[next] != 0; next = after(next)) {
            int home = home(cells[next]);
            boolean staysReachable =
                    gap <= next ? gap < home && home <= next : gap < home || home <= next;
            if (staysReachable) continue;
            System.arraycopy(cells, next, cells, gap, width);
            gap = next;
        }
        for (int i = 0; i < width; i++) cells[gap + i] = 0;
        size--;
    }

    /// Takes out the rows whose number in the column passes the test, and the room they took.
    void removeIf(int column, LongPredicate goes) {
        int kept = 0;
        for (int row = 0; row < cells.length; row += width) {
            if (cells[row] != 0 && !goes.test(cells[row + column])) kept++;
        }
        if (kept == size) return;
        var old = cells;
        int rows = old.length / width;
        while (rows > rowsMin && 6L * kept < 2L * rows) rows /= 2;
        cells = new long[width * Math.max(rowsMin, rows)];
        for (int row = 0; row < old.length; row += width) {
            if (old[row] == 0 || goes.test(old[row + column])) continue;
            System.arraycopy(old, row, cells, probe(old[row]), width);
        }
        size = kept;
    }

    private void grow() {
        var old = cells;
        cells = new long[Math.multiplyExact(old.length, 2)];
        for (int row = 0; row < old.length; row += width) {
            if (old[row] != 0) System.arraycopy(old, row, cells, probe(old[row]), width);
        }
    }

    /// Where the key is, or the empty row where it would stand.
    private int probe(long key) {
        int row = home(key);
        while (cells[row] != 0 && cells[row] != key) row = after(row);
        return row;
    }

    /// Any number of rows will do: the hash is taken as a fraction of it.
    private int home(long key) {
        long rows = cells.length / width;
        return (int) ((key * MULTIPLIER >>> 32) * rows >>> 32) * width;
    }

    private int after(int row) {
        int next = row + width;
        return next == cells.length ? 0 : next;
    }
}
