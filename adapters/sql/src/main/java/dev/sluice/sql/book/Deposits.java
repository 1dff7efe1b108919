package dev.sluice.sql.book;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.id.PaymentId;
import dev.sluice.sale.Deposit;
import dev.sluice.sale.Deposit.Fate;
import dev.sluice.sale.Money;
import dev.sluice.sql.base.Link;
import dev.sluice.sql.base.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/// The money that arrived, inside a transaction of the writer. Deposits are numbered one after the
/// other, which is safe since writers follow each other.
final class Deposits {

    /// As [#deposit] reads them, from a table that is called `deposits`.
    static final String COLUMNS =
            "deposits.provider, reference, payment_id, order_id, amount, currency, fate, at";

    private static final String FIND =
            "select " + COLUMNS + " from deposits where provider = ? and reference = ?";

    private static final String FIND_UNDECIDED =
            """
            select reference from deposits where payment_id = ? and fate = 'UNDECIDED'
             order by deposit_id limit 1
            """;

    private static final String FIND_UNDECIDED_CLAIMS =
            """
            select claim_id from deposits join orders on orders.order_id = deposits.order_id
             where fate = 'UNDECIDED' and offer_id = ?
            """;

    private static final String FIND_LAST = "select coalesce(max(deposit_id), 0) from deposits";

    private static final String INSERT =
            """
            insert into deposits
              (deposit_id, provider, reference, payment_id, order_id, amount, currency, fate, at)
            values (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """;

    private static final String DECIDE =
            """
            update deposits set fate = ?
             where provider = ? and reference = ? and fate = 'UNDECIDED'
            """;

    private static final String FIND_NUMBER =
            "select deposit_id from deposits where provider = ? and reference = ?";

    private static final String INSERT_REFUND =
            """
            insert into refunds (refund_id, provider, state, attempts, next_at, note)
            values (?, ?, 'PENDING', 0, ?, '')
            """;

    private Deposits() {}

    static Optional<Deposit> find(Link link, String provider, String reference)
            throws SQLException {
        return link.find(FIND, row -> deposit(row, 0), provider, reference);
    }

    /// The reference of the payment's oldest money of which nobody has decided.
    static Optional<String> findUndecided(Link link, PaymentId payment) throws SQLException {
        return link.find(FIND_UNDECIDED, row -> row.getString(1), payment.value());
    }

    /// The claims of the offer that have money of which nobody has decided.
    static Set<ClaimId> findUndecided(Link link, OfferId offer) throws SQLException {
        var claims =
                link.list(FIND_UNDECIDED_CLAIMS, row -> new ClaimId(row.getLong(1)), offer.value());
        return new HashSet<>(claims);
    }

    /// Records new money, or decides of money that is there undecided. What goes back is a refund
    /// from now on, unless there is nothing to send.
    static void put(Link link, Deposit deposit) throws SQLException {
        if (find(link, deposit.provider(), deposit.reference()).isEmpty()) {
            insert(link, deposit);
        } else if (deposit.fate() == Fate.UNDECIDED || !decide(link, deposit)) {
            return;
        }
        if (!deposit.fate().goesBack() || deposit.amount().amount() == 0) return;
        long number =
                link.find(
                                FIND_NUMBER,
                                row -> row.getLong(1),
                                deposit.provider(),
                                deposit.reference())
                        .orElseThrow();
        link.update(INSERT_REFUND, number, deposit.provider(), deposit.at().toEpochMilli());
    }

    private static void insert(Link link, Deposit deposit) throws SQLException {
        long last = link.find(FIND_LAST, row -> row.getLong(1)).orElseThrow();
        link.update(
                INSERT,
                last + 1,
                deposit.provider(),
                deposit.reference(),
                deposit.payment().map(PaymentId::value).orElse(null),
                deposit.order().map(OrderId::value).orElse(null),
                deposit.amount().amount(),
                deposit.amount().currency(),
                deposit.fate().name(),
                deposit.at().toEpochMilli());
    }

    private static boolean decide(Link link, Deposit deposit) throws SQLException {
        return link.update(DECIDE, deposit.fate().name(), deposit.provider(), deposit.reference())
                == 1;
    }

    /// @param before how many columns stand before the deposit's
    static Deposit deposit(ResultSet row, int before) throws SQLException {
        return new Deposit(
                row.getString(before + 1),
                row.getString(before + 2),
                Rows.optionalLong(row, before + 3).map(PaymentId::new),
                Rows.optionalLong(row, before + 4).map(OrderId::new),
                new Money(row.getLong(before + 5), row.getString(before + 6)),
                Fate.valueOf(row.getString(before + 7)),
                Rows.instant(row, before + 8));
    }
}
