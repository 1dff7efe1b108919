package dev.sluice.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class LongIndexTest {

    @Test
    void keys_are_numbered_in_the_order_of_their_arrival() {
        var index = new LongIndex(2);

        assertEquals(0, index.add(77));
        assertEquals(1, index.add(0));
        assertEquals(2, index.add(-5));
        assertEquals(0, index.add(77));
        assertEquals(1, index.find(0));
        assertEquals(LongIndex.NONE, index.find(6));
        assertEquals(3, index.size());
    }

    @Test
    void it_agrees_with_a_plain_map_while_it_grows() {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
        for (long spread : new long[] {1, 1L << 32, 1L << 48}) {
            var index = new LongIndex(1);
            var plain = new HashMap<Long, Integer>();
            for (int i = 0; i < 20_000; i++) {
                long key = random.nextInt(8_000) * spread;
                plain.putIfAbsent(key, plain.size());
                assertEquals(plain.get(key), index.add(key));
                long asked = random.nextInt(8_000) * spread;
                int expected = plain.getOrDefault(asked, LongIndex.NONE);
                assertEquals(expected, index.find(asked));
            }
            assertTrue(index.capacity() >= index.size());
        }
    }
}
