package dev.sluice.sql.book;

import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.sale.Claim;
import dev.sluice.sale.Hash;
import dev.sluice.sale.Outcome;
import dev.sluice.sale.Payment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

/// What a movement's hash covers beyond the movement itself: every field of the orders, lost claims
/// and payments that it names, as far as it never changes afterwards. What does change, which is an
/// order's status and when it was paid, the movements themselves tell.
///
/// Each row becomes one seal of 32 bytes, and the seals of a movement, in the order of its lines,
/// become its content. Not for many threads.
final class Seals {

    /// What the seal of an order is made of, in the order that [#order(ResultSet)] reads it.
    static final String ORDER_COLUMNS =
            "order_id, claim_id, offer_id, buyer_id, units, amount, placed_at, expires_at,"
                    + " currency";

    static final String LOST_COLUMNS = "claim_id, offer_id, buyer_id, units, at, reason";

    static final String PAYMENT_COLUMNS = "payment_id, order_id, amount, at, currency, method";

    private static final int ORDER_NUMBERS = 8;
    private static final int LOST_NUMBERS = 5;
    private static final int PAYMENT_NUMBERS = 4;

    private static final byte ORDER = 1;
    private static final byte LOST = 2;
    private static final byte PAYMENT = 3;

    private final MessageDigest one = Ledger.sha256();
    private final MessageDigest all = Ledger.sha256();
    private final ByteBuffer numbers = ByteBuffer.allocate(1 + ORDER_NUMBERS * Long.BYTES);
    private boolean any;

    /// One more row of the movement. A row that should be there and is not counts as nothing.
    void add(byte[] seal) {
        all.update(seal);
        any = true;
    }

    /// The content of the movement; that of a movement which names nothing is [Hash#ZERO].
    Hash content() {
        return any ? new Hash(all.digest()) : Hash.ZERO;
    }

    byte[] order(NewOrder order) {
        var claim = order.claim();
        begin(ORDER).putLong(order.order().value()).putLong(claim.id().value());
        numbers.putLong(claim.offer().value()).putLong(claim.buyer().value());
        numbers.putLong(claim.quantity()).putLong(order.total().amount());
        numbers.putLong(order.placedAt().toEpochMilli());
        numbers.putLong(order.expiresAt().toEpochMilli());
        return seal(order.total().currency());
    }

    byte[] order(ResultSet row) throws SQLException {
        return seal(row, ORDER, ORDER_NUMBERS, 1);
    }

    byte[] lost(Claim claim, Outcome.Reason reason, Instant at) {
        begin(LOST).putLong(claim.id().value()).putLong(claim.offer().value());
        numbers.putLong(claim.buyer().value()).putLong(claim.quantity());
        numbers.putLong(at.toEpochMilli());
        return seal(reason.name());
    }

    byte[] lost(ResultSet row) throws SQLException {
        return seal(row, LOST, LOST_NUMBERS, 1);
    }

    byte[] payment(Payment payment) {
        begin(PAYMENT).putLong(payment.id().value()).putLong(payment.order().value());
        numbers.putLong(payment.amount().amount()).putLong(payment.at().toEpochMilli());
        return seal(payment.amount().currency(), payment.method());
    }

    byte[] payment(ResultSet row) throws SQLException {
        return seal(row, PAYMENT, PAYMENT_NUMBERS, 2);
    }

    private byte[] seal(ResultSet row, byte kind, int longs, int texts) throws SQLException {
        begin(kind);
        for (int i = 1; i <= longs; i++) numbers.putLong(row.getLong(i));
        var more = new String[texts];
        for (int i = 0; i < texts; i++) more[i] = row.getString(longs + 1 + i);
        return seal(more);
    }

    private ByteBuffer begin(byte kind) {
        return numbers.clear().put(kind);
    }

    /// A zero stands between texts, so that none can borrow from the next.
    private byte[] seal(String... texts) {
        one.update(numbers.array(), 0, numbers.position());
        for (var text : texts) {
            one.update(text.getBytes(StandardCharsets.UTF_8));
            one.update((byte) 0);
        }
        return one.digest();
    }
}
