package dev.sluice.news;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.plain.CapturedLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SubscribersTest {

    private final Subscribers<String> subscribers = new Subscribers<>();
    private final List<String> heard = new ArrayList<>();

    @Test
    void all_are_told_in_the_order_in_which_they_asked() {
        subscribers.tell("nobody hears this");
        subscribers.add(news -> heard.add("first " + news));
        subscribers.add(news -> heard.add("second " + news));

        subscribers.tell("a");
        subscribers.tell("b");

        assertEquals(List.of("first a", "second a", "first b", "second b"), heard);
    }

    @Test
    void a_subscriber_that_fails_is_in_the_log_and_the_others_are_told() {
        subscribers.add(heard::add);
        subscribers.add(news -> {
            throw new IllegalStateException("this subscriber always fails");
        });
        subscribers.add(heard::add);

        try (var log = new CapturedLog(Subscribers.class)) {
            subscribers.tell("a");
            assertEquals(1, log.count("a subscriber failed on a"));
        }

        assertEquals(List.of("a", "a"), heard);
    }

    @Test
    void who_asks_while_being_told_is_told_the_next_time() {
        subscribers.add(news -> {
            if (news.equals("a")) subscribers.add(heard::add);
        });

        subscribers.tell("a");
        subscribers.tell("b");

        assertEquals(List.of("b"), heard);
    }

    /// A failed check is not a subscriber's own business.
    @Test
    void an_error_reaches_whoever_tells() {
        subscribers.add(news -> {
            throw new AssertionError("a check failed");
        });

        assertThrows(AssertionError.class, () -> subscribers.tell("a"));
    }
}
