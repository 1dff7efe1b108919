package dev.sluice.embedded;

import java.util.Arrays;

/// Numbers the keys it is given from 0 on, in the order of their arrival, so that what belongs to a
/// key can stand in plain arrays. Nothing is ever taken out. A look-up allocates nothing.
///
/// Open addressing with linear probing, at most half full. Whoever uses it brings the lock.
final class LongIndex {

    static final int NONE = -1;

    private long[] keys;
    // The index of a key plus one; 0 where no key is.
    private int[] slots;
    private int size;

    LongIndex(int expected) {
        keys = new long[Math.max(8, expected)];
        slots = new int[slotsFor(keys.length)];
    }

    int size() {
        return size;
    }

    /// How many keys fit before the next growth: how long the arrays of the user should be.
    int capacity() {
        return keys.length;
    }

    int find(long key) {
        int mask = slots.length - 1;
        for (int at = spread(key) & mask; slots[at] != 0; at = (at + 1) & mask) {
            int index = slots[at] - 1;
            if (keys[index] == key) return index;
        }
        return NONE;
    }

    /// The index of the key, which gets one if it has none yet.
    int add(long key) {
        int known = find(key);
        if (known != NONE) return known;
        if (size == keys.length) grow();
        keys[size] = key;
        insert(size);
        return size++;
    }

    private void grow() {
        keys = Arrays.copyOf(keys, Math.multiplyExact(keys.length, 2));
        slots = new int[slotsFor(keys.length)];
        for (int i = 0; i < size; i++) insert(i);
    }

    private void insert(int index) {
        int mask = slots.length - 1;
        int at = spread(keys[index]) & mask;
        while (slots[at] != 0) at = (at + 1) & mask;
        slots[at] = index + 1;
    }

    private static int slotsFor(int capacity) {
        return Math.multiplyExact(Integer.highestOneBit(Math.max(1, capacity - 1)), 4);
    }

    private static int spread(long key) {
        return (int) ((key * 0x9E3779B97F4A7C15L) >>> 32);
    }
}
