package dev.sluice.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.contracts.HoldSamples;
import dev.sluice.port.ClaimQueue.Delivery;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

class ClaimWindowTest {

    private static final long CURSOR = 700;

    /// Adding outruns removing, so that the ring grows while it is wrapped around.
    @Test
    void it_agrees_with_a_plain_map_in_any_order_of_calls() {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
        var window = new ClaimWindow(CURSOR);
        var plain = new TreeMap<Long, Delivery>();
        long end = CURSOR + 1;
        for (int i = 0; i < 20_000; i++) {
            int dice = random.nextInt(8);
            if (dice < 5) {
                end += random.nextInt(20) == 0 ? 1 + random.nextInt(5) : 0;
                var delivery = new Delivery(HoldSamples.claim("ann", 1), end++, 1);
                window.add(delivery);
                plain.put(delivery.sequence(), delivery);
            } else {
                long sequence = window.cursor() + 1 + random.nextInt(200);
                assertEquals(plain.containsKey(sequence), window.has(sequence));
                assertEquals(plain.remove(sequence), window.remove(sequence));
            }
            long cursor = plain.isEmpty() ? end - 1 : plain.firstKey() - 1;
            assertEquals(cursor, window.cursor());
        }
        var left = new ArrayList<Delivery>();
        window.forEach(left::add);
        assertEquals(List.copyOf(plain.values()), left);
    }
}
