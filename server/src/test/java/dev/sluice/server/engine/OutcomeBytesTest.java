package dev.sluice.server.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hold;
import dev.sluice.sale.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutcomeBytesTest {

    private final OutcomeBytes bytes = new OutcomeBytes();

    @Test
    void an_ended_claim_is_read_as_it_was_written() {
        var id = new ClaimId(1);
        var hold = new Hold(id, new OfferId(2), new BuyerId(3), 4);
        var won = new ClaimState(hold, 5, Optional.of(new Outcome.Won(id, new OrderId(6))));

        assertEquals(won, bytes.decode(bytes.encode(won)));
    }

    /// Another signal, no claim and two claims.
    @ParameterizedTest
    @ValueSource(
            strings = {"", "hello", "sold-out 1", "claims", "claims 1 2 3 4 5 6 7 8 9 10 11 12"})
    void anything_else_is_refused(String text) {
        var other = text.getBytes(StandardCharsets.UTF_8);

        assertThrows(IllegalArgumentException.class, () -> bytes.decode(other));
    }
}
