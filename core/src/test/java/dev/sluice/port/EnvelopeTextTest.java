package dev.sluice.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.port.Broadcast.Signal;
import dev.sluice.port.Transport.Envelope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EnvelopeTextTest {

    /// Nodes of two releases hear each other while one follows the other.
    @Test
    void what_other_releases_write_and_read_stays_letter_by_letter() {
        assertBothWays("beat node@1 0", new Envelope.Beat("node@1", 0));
        assertBothWays("beat node@1 8", new Envelope.Beat("node@1", 8));
        assertBothWays(
                "numbered a 2 claims 1 7 1001 2 1 500 2 7 1002 2 2 SOLD_OUT",
                new Envelope.Numbered("a", 2, new Signal.ClaimsEnded(SignalTextTest.claims(2))));
        for (Map.Entry<String, Signal> known : SignalTextTest.texts().entrySet()) {
            var text = known.getKey();
            var signal = known.getValue();
            assertBothWays(text, new Envelope.Bare(signal));
            assertBothWays("numbered node@1 7 " + text, new Envelope.Numbered("node@1", 7, signal));
        }
    }

    @Test
    void what_is_no_envelope_is_refused() {
        var garbage =
                List.of(
                        "",
                        " ",
                        "sold-in 1",
                        "sold-out x",
                        "numbered",
                        "numbered a",
                        "numbered a 1",
                        "numbered a 1 ",
                        "numbered a b switches",
                        "numbered a 1 sold-out",
                        "numbered a 1 beat b 2",
                        "numbered a 1 numbered b 2 switches",
                        "beat a",
                        "beat a b");

        for (var text : garbage) {
            assertThrows(IllegalArgumentException.class, () -> EnvelopeText.parse(text), text);
        }
    }

    @Test
    void that_signals_were_missed_is_never_sent() {
        var bare = new Envelope.Bare(new Signal.Missed());
        assertThrows(IllegalArgumentException.class, () -> EnvelopeText.of(bare));
        var numbered = new Envelope.Numbered("a", 1, new Signal.Missed());
        assertThrows(IllegalArgumentException.class, () -> EnvelopeText.of(numbered));
    }

    private static void assertBothWays(String text, Envelope envelope) {
        assertEquals(text, EnvelopeText.of(envelope));
        assertEquals(envelope, EnvelopeText.parse(text));
    }
}
