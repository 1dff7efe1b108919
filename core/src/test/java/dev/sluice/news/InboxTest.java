package dev.sluice.news;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.id.OfferId;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Transport.Envelope;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InboxTest {

    private final Inbox inbox = new Inbox();
    private final List<Envelope> heard = new ArrayList<>();

    @Test
    void a_text_is_told_as_the_envelope_it_is() {
        inbox.subscribe(heard::add);

        inbox.hear("beat a 7");
        inbox.hear("numbered a 8 sold-out 1");

        var soldOut = new Signal.SoldOut(new OfferId(1));
        assertEquals(
                List.of(new Envelope.Beat("a", 7), new Envelope.Numbered("a", 8, soldOut)), heard);
    }

    @Test
    void what_is_not_understood_is_left_out() {
        inbox.subscribe(heard::add);

        for (var text : List.of("", "something new", "numbered a", "numbered a 1 something new")) {
            inbox.hear(text);
        }
        inbox.hear("switches");

        assertEquals(List.of(new Envelope.Bare(new Signal.SwitchesChanged())), heard);
    }
}
