package dev.sluice.rocketmq;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimQueue.Delivery;
import dev.sluice.sale.Claim;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Deliveries as the body of a message: a byte for the form, then 52 bytes each.
final class DeliveryBytes {

    private static final byte FORM = 1;
    private static final int DELIVERY_BYTES = 5 * Long.BYTES + 3 * Integer.BYTES;

    private DeliveryBytes() {}

    static byte[] of(List<Delivery> deliveries) {
        var bytes = ByteBuffer.allocate(1 + DELIVERY_BYTES * deliveries.size());
        bytes.put(FORM);
        for (var delivery : deliveries) {
            var claim = delivery.claim();
            bytes.putLong(claim.id().value());
            bytes.putLong(claim.offer().value());
            bytes.putLong(claim.buyer().value());
            bytes.putInt(claim.quantity());
            bytes.putLong(claim.at().getEpochSecond());
            bytes.putInt(claim.at().getNano());
            bytes.putLong(delivery.sequence());
            bytes.putInt(delivery.attempt());
        }
        return bytes.array();
    }

    /// @throws IllegalArgumentException when these are no deliveries, as from a newer Sluice
    static List<Delivery> parse(byte[] body) {
        if (body.length % DELIVERY_BYTES != 1 || body[0] != FORM) {
            throw new IllegalArgumentException("no deliveries in " + body.length + " bytes");
        }
        var bytes = ByteBuffer.wrap(body, 1, body.length - 1);
        var deliveries = new ArrayList<Delivery>(body.length / DELIVERY_BYTES);
        while (bytes.hasRemaining()) {
            var claim =
                    new Claim(
                            new ClaimId(bytes.getLong()),
                            new OfferId(bytes.getLong()),
                            new BuyerId(bytes.getLong()),
                            bytes.getInt(),
                            Instant.ofEpochSecond(bytes.getLong(), bytes.getInt()));
            deliveries.add(new Delivery(claim, bytes.getLong(), bytes.getInt()));
        }
        return deliveries;
    }
}
