package dev.sluice.sql.book;

import dev.sluice.sale.Hash;
import dev.sluice.sale.Movement;
import dev.sluice.sql.base.Link;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The seals of rows as they stand in the book now, by the id with which a movement names them: to
/// be compared with what the movement covered when it was written.
public final class SealedRows {

    private static final String FIND_ORDERS = "select " + Seals.ORDER_COLUMNS + " from orders";

    private static final String FIND_LOST = "select " + Seals.LOST_COLUMNS + " from lost_claims";

    /// The payment that made an order PAID.
    private static final String FIND_PAYMENTS =
            "select " + Seals.PAYMENT_COLUMNS + " from payments where status = 'PAID'";

    private final Seals seals = new Seals();
    private final Map<Long, byte[]> orders = new HashMap<>();
    private final Map<Long, byte[]> lost = new HashMap<>();
    private final Map<Long, byte[]> payments = new HashMap<>();

    private SealedRows() {}

    /// All rows of the book.
    public static SealedRows all(Link link) throws SQLException {
        var rows = new SealedRows();
        link.stream(FIND_ORDERS, row -> rows.orders.put(row.getLong(1), rows.seals.order(row)));
        link.stream(FIND_LOST, row -> rows.lost.put(row.getLong(1), rows.seals.lost(row)));
        link.stream(
                FIND_PAYMENTS, row -> rows.payments.put(row.getLong(2), rows.seals.payment(row)));
        return rows;
    }

    /// The content of one movement, whose rows are looked for one by one.
    public static Hash content(Link link, Ledger.Row movement) throws SQLException {
        var content = new Seals();
        for (var line : lines(movement)) {
            find(link, movement.why(), line.order().value()).ifPresent(content::add);
        }
        return content.content();
    }

    private static Optional<byte[]> find(Link link, String why, long id) throws SQLException {
        var seals = new Seals();
        return switch (why) {
            case "SETTLED" -> link.find(FIND_ORDERS + " where order_id = ?", seals::order, id);
            case "LOST" -> link.find(FIND_LOST + " where claim_id = ?", seals::lost, id);
            case "PAID", "REVIVED" ->
                    link.find(FIND_PAYMENTS + " and order_id = ?", seals::payment, id);
            default -> Optional.empty();
        };
    }

    /// What the movement must have covered, if nothing was changed since.
    public Hash content(Ledger.Row movement) {
        var content = new Seals();
        var named =
                switch (movement.why()) {
                    case "SETTLED" -> orders;
                    case "LOST" -> lost;
                    case "PAID", "REVIVED" -> payments;
                    default -> Map.<Long, byte[]>of();
                };
        for (var line : lines(movement)) {
            var seal = named.get(line.order().value());
            if (seal != null) content.add(seal);
        }
        return content.content();
    }

    /// Nothing when they cannot be read, which is a finding of its own.
    private static List<Movement.Line> lines(Ledger.Row movement) {
        try {
            return Ledger.lines(movement.lines());
        } catch (IndexOutOfBoundsException | NumberFormatException e) {
            return List.of();
        }
    }
}
