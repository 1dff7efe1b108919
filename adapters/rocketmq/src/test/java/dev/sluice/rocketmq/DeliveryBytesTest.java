package dev.sluice.rocketmq;

import static dev.sluice.contracts.CourierSamples.deliveries;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.sale.Claim;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeliveryBytesTest {

    @Test
    void deliveries_come_out_as_they_went_in() {
        var at = Instant.parse("2026-11-11T12:00:00.123456789Z");
        var claim = new Claim(new ClaimId(-1), new OfferId(2), new BuyerId(Long.MAX_VALUE), 3, at);
        var mixed = List.of(new Delivery(claim, Long.MAX_VALUE, 4), deliveries(1).getFirst());

        assertEquals(mixed, DeliveryBytes.parse(DeliveryBytes.of(mixed)));
        assertEquals(List.of(), DeliveryBytes.parse(DeliveryBytes.of(List.of())));
    }

    @Test
    void anything_else_is_refused() {
        var bytes = DeliveryBytes.of(deliveries(2));
        var otherForm = bytes.clone();
        otherForm[0]++;

        assertRefused(new byte[0]);
        assertRefused(otherForm);
        assertRefused(Arrays.copyOf(bytes, bytes.length - 1));
    }

    private static void assertRefused(byte[] body) {
        assertThrows(IllegalArgumentException.class, () -> DeliveryBytes.parse(body));
    }
}
