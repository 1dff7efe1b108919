package dev.sluice.port;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.id.SaleId;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hash;
import dev.sluice.sale.Hold;
import dev.sluice.sale.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SignalTextTest {

    @Test
    void every_kind_of_signal_is_read_as_it_was_written() {
        var signals =
                List.of(
                        new Signal.SoldOut(new OfferId(1)),
                        new Signal.Freed(new OfferId(Long.MAX_VALUE)),
                        new Signal.SaleChanged(new SaleId(3)),
                        new Signal.ClaimsEnded(List.of()),
                        new Signal.ClaimsEnded(claims(3)),
                        new Signal.SessionEnded(Hash.ZERO),
                        new Signal.SwitchesChanged());

        for (var signal : signals) assertEquals(signal, SignalText.parse(SignalText.of(signal)));
    }

    @Test
    void every_reason_to_lose_is_read_as_it_was_written() {
        for (var reason : Outcome.Reason.values()) {
            var id = new ClaimId(5);
            var hold = new Hold(id, new OfferId(1), new BuyerId(2), 3);
            var lost = Optional.<Outcome>of(new Outcome.Lost(id, reason));
            var signal = new Signal.ClaimsEnded(List.of(new ClaimState(hold, 0, lost)));

            assertEquals(signal, SignalText.parse(SignalText.of(signal)));
        }
    }

    /// Nodes of two releases hear each other while one follows the other.
    @Test
    void what_other_releases_write_and_read_stays_letter_by_letter() {
        texts().forEach((text, signal) -> {
            assertEquals(text, SignalText.of(signal));
            assertEquals(signal, SignalText.parse(text));
        });
    }

    @Test
    void a_thousand_claims_are_one_signal_below_200_kilobytes() {
        var signal = new Signal.ClaimsEnded(claims(1_000));
        var text = SignalText.of(signal);

        assertTrue(text.length() < 200_000, () -> "characters: " + text.length());
        assertEquals(signal, SignalText.parse(text));
    }

    @Test
    void what_is_no_signal_is_refused() {
        var garbage =
                List.of(
                        "",
                        " ",
                        "sold-out",
                        "sold-out x",
                        "sold-out 99999999999999999999",
                        "sold-in 1",
                        "claims 1 2 3 4 5",
                        "claims 1 2 3 4 5 BORED",
                        "claims 1 2 3 99999999999 5 6",
                        "claims 1 2 3 4 5  7",
                        "session 00",
                        "session xx",
                        "numbered a 1 switches",
                        "beat a 1");

        for (var text : garbage) {
            assertThrows(IllegalArgumentException.class, () -> SignalText.parse(text), text);
        }
    }

    @Test
    void that_signals_were_missed_is_never_sent() {
        var missed = new Signal.Missed();
        assertThrows(IllegalArgumentException.class, () -> SignalText.of(missed));
    }

    /// Every kind of signal, by its text.
    static Map<String, Signal> texts() {
        var texts = new LinkedHashMap<String, Signal>();
        texts.put("sold-out 12", new Signal.SoldOut(new OfferId(12)));
        texts.put("freed 9223372036854775807", new Signal.Freed(new OfferId(Long.MAX_VALUE)));
        texts.put("sale 3", new Signal.SaleChanged(new SaleId(3)));
        texts.put("claims", new Signal.ClaimsEnded(List.of()));
        texts.put("claims 1 7 1001 2 1 500", new Signal.ClaimsEnded(claims(1)));
        texts.put(
                "claims 1 7 1001 2 1 500 2 7 1002 2 2 SOLD_OUT", new Signal.ClaimsEnded(claims(2)));
        texts.put("session " + "0".repeat(64), new Signal.SessionEnded(Hash.ZERO));
        texts.put("switches", new Signal.SwitchesChanged());
        return texts;
    }

    /// Those with an odd id won.
    static List<ClaimState> claims(int count) {
        var claims = new ArrayList<ClaimState>();
        for (int i = 1; i <= count; i++) {
            var id = new ClaimId(i);
            var hold = new Hold(id, new OfferId(7), new BuyerId(1_000 + i), 2);
            var outcome =
                    i % 2 == 1
                            ? new Outcome.Won(id, new OrderId(499 + i))
                            : new Outcome.Lost(id, Outcome.Reason.SOLD_OUT);
            claims.add(new ClaimState(hold, i, Optional.of(outcome)));
        }
        return claims;
    }
}
