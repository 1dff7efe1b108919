package dev.sluice.board;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LongMapTest {

    private final LongMap map = new LongMap();

    @Test
    void a_key_has_the_number_it_was_given_until_it_is_taken_out() {
        assertEquals(LongMap.NONE, map.get(7));
        assertTrue(map.replace(7, LongMap.NONE, 70));
        assertFalse(map.replace(7, LongMap.NONE, 71));
        assertTrue(map.replace(7, 70, 72));
        assertEquals(72, map.get(7));
        assertEquals(1, map.size());

        assertFalse(map.remove(7, 70));
        assertTrue(map.remove(7, 72));
        assertEquals(LongMap.NONE, map.get(7));
        assertEquals(0, map.size());
    }

    @Test
    void what_would_stand_for_nothing_is_not_taken() {
        assertEquals(LongMap.NONE, map.get(0));
        assertThrows(IllegalArgumentException.class, () -> map.replace(0, LongMap.NONE, 1));
        assertThrows(
                IllegalArgumentException.class, () -> map.replace(1, LongMap.NONE, LongMap.NONE));
    }

    @Test
    void it_agrees_with_a_plain_map_over_a_long_random_walk() {
        var plain = new HashMap<Long, Long>();
        var random = new SplittableRandom(11);
        for (int i = 0; i < 300_000; i++) {
            long key = random.nextLong(1, 20_000) << random.nextInt(3) * 20;
            long known = plain.getOrDefault(key, LongMap.NONE);
            assertEquals(known, map.get(key));
            if (random.nextInt(3) > 0) {
                assertTrue(map.replace(key, known, i));
                plain.put(key, (long) i);
            } else {
                assertEquals(known != LongMap.NONE, map.remove(key, known));
                plain.remove(key);
            }
            assertEquals(plain.size(), map.size());
        }
        for (int divisor = 2; divisor < 40; divisor++) {
            int d = divisor;
            map.removeIf(number -> number % d == 0);
            plain.values().removeIf(number -> number % d == 0);
            assertEquals(plain.size(), map.size());
            plain.forEach((key, number) -> assertEquals(number, map.get(key)));
        }
    }

    @Test
    void room_made_beforehand_changes_nothing_that_is_there() {
        for (int key = 1; key <= 500; key++) map.replace(key, LongMap.NONE, 2 * key);
        map.expect(100_000);
        for (int key = 1; key <= 500; key++) assertEquals(2 * key, map.get(key));
        assertEquals(500, map.size());
    }

    @Test
    void threads_that_change_it_at_once_lose_nothing() {
        IntStream.range(0, 400_000)
                .parallel()
                .forEach(i -> {
                    long key = 1 + i % 1_000;
                    long known;
                    do {
                        known = map.get(key);
                    } while (!map.replace(key, known, known == LongMap.NONE ? 1 : known + 1));
                });
        for (int key = 1; key <= 1_000; key++) assertEquals(400, map.get(key));
    }
}
