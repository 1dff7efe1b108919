package dev.sluice.rabbitmq;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.contracts.CourierSamples;
import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.sale.Claim;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeliveryTextTest {

    @Test
    void deliveries_are_read_as_they_were_written() {
        var deliveries = new ArrayList<>(CourierSamples.deliveries(200));
        var claim =
                new Claim(
                        new ClaimId(Long.MAX_VALUE),
                        new OfferId(Long.MAX_VALUE),
                        new BuyerId(0),
                        Integer.MAX_VALUE,
                        Instant.parse("2026-11-11T12:00:00.123456789Z"));
        deliveries.add(new Delivery(claim, Long.MAX_VALUE, Integer.MAX_VALUE));

        assertEquals(deliveries, DeliveryText.parse(DeliveryText.of(deliveries)));
        assertEquals(List.of(), DeliveryText.parse(DeliveryText.of(List.of())));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "1 2 3 4 5 6 7\n",
                "1 2 3 4 5 6 7 8",
                "1 2 3 4 5 6 7 8\n1",
                "1 2 3 4 5 6 7 8 9\n",
                "1 2 3 0 5 6 7 8\n",
                "-1 2 3 4 5 6 7 8\n",
                "1  3 4 5 6 7 8\n",
                "1 2 3 4000000000 5 6 7 8\n",
                "9223372036854775808 2 3 4 5 6 7 8\n"
            })
    void anything_else_is_refused(String text) {
        var body = text.getBytes(StandardCharsets.UTF_8);

        assertThrows(IllegalArgumentException.class, () -> DeliveryText.parse(body));
    }
}
