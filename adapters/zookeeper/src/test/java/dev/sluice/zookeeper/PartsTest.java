package dev.sluice.zookeeper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PartsTest {

    private static final String LONG = "signal 票 ".repeat(80_000);

    private final Parts parts = new Parts();

    @Test
    void a_short_text_is_one_part() {
        var cut = Parts.cut("me", "sold-out 1");

        assertEquals(1, cut.size());
        assertEquals("me", Parts.senderOf(cut.getFirst()));
        assertEquals(Optional.of("sold-out 1"), parts.add(cut.getFirst()));
    }

    @Test
    void a_long_text_is_whole_with_its_last_part() {
        var cut = Parts.cut("me", LONG);

        assertEquals(3, cut.size());
        for (var part : cut) assertTrue(part.length < 1_000_000);
        assertEquals(Optional.empty(), parts.add(cut.get(0)));
        assertEquals(Optional.empty(), parts.add(cut.get(1)));
        assertEquals(Optional.of(LONG), parts.add(cut.get(2)));
    }

    @Test
    void texts_of_two_senders_may_be_mixed() {
        var mine = Parts.cut("me", LONG);
        var yours = Parts.cut("you", LONG.toUpperCase(java.util.Locale.ROOT));
        for (int i = 0; i < 2; i++) {
            parts.add(mine.get(i));
            parts.add(yours.get(i));
        }

        assertEquals(Optional.of(LONG), parts.add(mine.getLast()));
        assertTrue(parts.add(yours.getLast()).isPresent());
    }

    @Test
    void a_text_without_one_of_its_parts_never_comes_and_the_next_one_does() {
        var cut = Parts.cut("me", LONG);
        for (var part : List.of(cut.get(0), cut.get(2), cut.get(1), cut.get(2))) {
            assertEquals(Optional.empty(), parts.add(part));
        }
        for (int i = 0; i < 2; i++) parts.add(cut.get(i));
        assertEquals(Optional.of(LONG), parts.add(cut.get(2)));
    }

    @Test
    void what_is_no_part_is_refused() {
        for (var garbage : List.of("", "me", "me 1 2", "me x 1 text")) {
            assertThrows(IllegalArgumentException.class, () -> parts.add(garbage.getBytes()));
        }
    }
}
