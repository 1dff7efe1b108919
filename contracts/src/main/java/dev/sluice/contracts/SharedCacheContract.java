package dev.sluice.contracts;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.port.SharedCache;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What every shared cache must do. The cache of each test is new.
public interface SharedCacheContract {

    Duration LONG = Duration.ofMinutes(5);
    Duration SHORT = Duration.ofMillis(150);

    /// One cache as so many nodes see it.
    List<SharedCache> caches(int nodes) throws Exception;

    @Test
    default void what_one_node_puts_another_finds() throws Exception {
        var caches = caches(2);
        caches.getFirst().put("a", bytes("one"), LONG);
        caches.getFirst().put("b", bytes("two"), LONG);

        assertFinds("one", caches.getLast(), "a");
        assertFinds("two", caches.getLast(), "b");
        assertEquals(Optional.empty(), caches.getLast().find("c"));
    }

    @Test
    default void the_value_put_last_counts() throws Exception {
        var caches = caches(2);
        caches.getFirst().put("a", bytes("one"), LONG);
        caches.getLast().put("a", bytes("two"), LONG);

        assertFinds("two", caches.getFirst(), "a");
    }

    @Test
    default void any_bytes_and_any_key_will_do() throws Exception {
        var cache = caches(1).getFirst();
        var all = new byte[70_000];
        for (int i = 0; i < all.length; i++) all[i] = (byte) i;
        for (var key : List.of("all bytes", "{a}:b*?\n", "票:1", "k".repeat(300))) {
            cache.put(key, all, LONG);
            assertArrayEquals(all, cache.find(key).orElseThrow());
        }
        cache.put("nothing", new byte[0], LONG);
        assertEquals(0, cache.find("nothing").orElseThrow().length);
    }

    @Test
    default void a_dropped_value_is_gone_for_all() throws Exception {
        var caches = caches(2);
        caches.getFirst().put("a", bytes("one"), LONG);
        caches.getFirst().put("b", bytes("two"), LONG);
        caches.getLast().drop("a");
        caches.getLast().drop("never there");

        assertEquals(Optional.empty(), caches.getFirst().find("a"));
        assertFinds("two", caches.getFirst(), "b");
    }

    @Test
    default void a_value_goes_when_its_lifetime_ends_and_not_before() throws Exception {
        var cache = caches(1).getFirst();
        long start = System.nanoTime();
        cache.put("a", bytes("one"), SHORT);
        cache.put("b", bytes("two"), LONG);

        Soon.until("a is gone", () -> cache.find("a").isEmpty());
        assertTrue(System.nanoTime() - start >= SHORT.toNanos());
        assertFinds("two", cache, "b");
    }

    @Test
    default void a_value_that_is_there_is_not_replaced_by_one_put_if_absent() throws Exception {
        var caches = caches(2);
        assertTrue(caches.getFirst().putIfAbsent("a", bytes("one"), LONG));
        assertFalse(caches.getLast().putIfAbsent("a", bytes("two"), LONG));
        assertFinds("one", caches.getLast(), "a");
    }

    @Test
    default void after_the_lifetime_another_value_is_put_if_absent() throws Exception {
        var caches = caches(2);
        long start = System.nanoTime();
        assertTrue(caches.getFirst().putIfAbsent("a", bytes("one"), SHORT));

        Soon.until("a is put", () -> caches.getLast().putIfAbsent("a", bytes("two"), LONG));
        assertTrue(System.nanoTime() - start >= SHORT.toNanos());
        assertFinds("two", caches.getFirst(), "a");
    }

    @Test
    default void of_many_who_ask_at_once_one_is_first() throws Exception {
        var caches = caches(2);

        var answers = allAtOnce(40, i -> caches.get(i % 2).isFirst("nonce", LONG));

        assertEquals(1, answers.stream().filter(first -> first).count());
        assertTrue(caches.getFirst().isFirst("other nonce", LONG));
    }

    @Test
    default void after_the_lifetime_someone_is_first_again() throws Exception {
        var caches = caches(2);
        long start = System.nanoTime();
        assertTrue(caches.getFirst().isFirst("nonce", SHORT));

        Soon.until("first again", () -> caches.getLast().isFirst("nonce", LONG));
        assertTrue(System.nanoTime() - start >= SHORT.toNanos());
        assertFalse(caches.getFirst().isFirst("nonce", SHORT));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void assertFinds(String text, SharedCache cache, String key) {
        var found = cache.find(key).orElseThrow();
        assertEquals(text, new String(found, StandardCharsets.UTF_8));
    }
}
