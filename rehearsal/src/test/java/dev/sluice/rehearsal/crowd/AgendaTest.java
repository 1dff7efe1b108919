package dev.sluice.rehearsal.crowd;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AgendaTest {
    private final Agenda agenda = new Agenda();
    private final List<String> done = new ArrayList<>();

    @Test
    void what_is_due_is_run_in_the_order_of_the_moments() {
        enter("c", 30);
        enter("a", 10);
        enter("b1", 20);
        enter("b2", 20);

        assertFalse(agenda.runDue(29, 100));

        assertEquals(List.of("a 10", "b1 20", "b2 20"), done);
        assertEquals(1, agenda.size());
    }

    @Test
    void no_more_is_run_at_a_time_than_wanted() {
        enter("a", 1);
        enter("b", 2);
        enter("c", 3);

        assertTrue(agenda.runDue(9, 2));
        assertEquals(List.of("a 1", "b 2"), done);
        assertFalse(agenda.runDue(9, 2));
        assertEquals(3, done.size());
    }

    @Test
    void moments_may_wrap_around() {
        enter("later", Long.MIN_VALUE);
        enter("sooner", Long.MAX_VALUE);

        agenda.runDue(Long.MIN_VALUE + 1, 100);

        assertEquals(List.of("sooner " + Long.MAX_VALUE, "later " + Long.MIN_VALUE), done);
    }

    private void enter(String what, long nanos) {
        agenda.at(nanos, moment -> done.add(what + " " + moment));
    }
}
