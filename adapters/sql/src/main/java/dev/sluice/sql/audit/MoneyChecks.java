package dev.sluice.sql.audit;

import dev.sluice.sql.base.Link;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/// Compares what the book says of money with itself, for an audit: orders, payments, deposits and
/// refunds tell of the same money, and each must fit the others. The ledger seals the first two;
/// so deposits that were kept, and those that a payment has brought and that went back, can be
/// changed no more than these can.
final class MoneyChecks {

    /// Since when there are deposits.
    private static final int DEPOSITS_VERSION = 4;

    private static final String FIND_VERSION =
            "select coalesce(max(version), 0) from schema_version";

    private static final String KEPT = " fate in ('PAID', 'REVIVED')";

    private static final String GOES_BACK =
            " fate in ('LATE', 'SECOND', 'WRONG_AMOUNT', 'WRONG_CURRENCY', 'UNKNOWN_PAYMENT')";

    /// Whether a deposit is the money that its payment asked for.
    private static final String IS_OWED =
            " deposits.amount = payments.amount and deposits.currency = payments.currency";

    private static final String IS_OF_PAYMENT =
            " deposits.payment_id = payments.payment_id and deposits.order_id = payments.order_id"
                    + " and deposits.provider = payments.method";

    /// Whatever has become of a payment: each is begun with what its order owes, and what its money
    /// is compared with, and sent back as, is this sum.
    private static final String FIND_OTHER_SUMS =
            """
            select payment_id from payments join orders on orders.order_id = payments.order_id
             where payments.amount <> orders.amount or payments.currency <> orders.currency
            """;

    private static final String FIND_PAID_BY_NOTHING =
            "select payment_id from payments where status = 'PAID' and 1 <> (select count(*)"
                    + " from deposits where"
                    + KEPT
                    + " and"
                    + IS_OF_PAYMENT
                    + " and"
                    + IS_OWED
                    + ")";

    private static final String FIND_REFUNDED_BY_NOTHING =
            "select payment_id from payments where status = 'REFUNDED' and not exists (select 1"
                    + " from deposits where fate in ('LATE', 'SECOND') and"
                    + IS_OF_PAYMENT
                    + " and"
                    + IS_OWED
                    + ")";

    private static final String FIND_KEPT_FOR_NOTHING =
            "select deposit_id from deposits where"
                    + KEPT
                    + " and not exists (select 1 from payments where status = 'PAID' and"
                    + IS_OF_PAYMENT
                    + ")";

    /// Money of before there were deposits is PAID in either case, with the number of its payment.
    private static final String FIND_OTHER_ENDS =
            "select deposit_id from deposits join orders on orders.order_id = deposits.order_id"
                    + " where"
                    + KEPT
                    + " and fate <> case late_money when 'REVIVED' then 'REVIVED' else 'PAID' end"
                    + " and not (fate = 'PAID' and deposit_id = payment_id)";

    private static final String FIND_NEVER_ENDED =
            "select deposit_id from deposits join payments on"
                    + IS_OF_PAYMENT
                    + " where fate in ('LATE', 'SECOND') and status not in ('PAID', 'REFUNDED')";

    /// What a fate says of the sum must be so.
    private static final String FIND_OTHER_FATES =
            "select deposit_id from deposits left join payments on"
                    + IS_OF_PAYMENT
                    + " where not case fate when 'UNKNOWN_PAYMENT' then deposits.payment_id is null"
                    + " and deposits.order_id is null"
                    + " when 'WRONG_CURRENCY' then deposits.currency <> payments.currency"
                    + " when 'WRONG_AMOUNT' then deposits.currency = payments.currency"
                    + " and deposits.amount <> payments.amount"
                    + " else fate in ('UNDECIDED', 'PAID', 'REVIVED', 'LATE', 'SECOND') and"
                    + IS_OWED
                    + " end or payments.payment_id is null and fate <> 'UNKNOWN_PAYMENT'";

    private static final String FIND_NOT_SENT_BACK =
            "select deposit_id from deposits left join refunds on refund_id = deposit_id where"
                    + GOES_BACK
                    + " and amount > 0 and refund_id is null";

    private static final String FIND_SENT_BACK_FOR_NOTHING =
            "select refund_id from refunds left join deposits on deposit_id = refund_id"
                    + " where deposit_id is null or amount = 0 or not"
                    + GOES_BACK
                    + " or deposits.provider <> refunds.provider";

    private static final String FIND_ODD_STATES =
            """
            select refund_id from refunds
             where not (state in ('PENDING', 'ASKED', 'FAILED') and done_at is null
                   or state = 'DONE' and done_at is not null)
            """;

    private static final String FIND_REFUNDED_ORDERS =
            """
            select order_id from orders where status = 4 and not exists (select 1 from deposits
             where deposits.order_id = orders.order_id and fate = 'LATE')
            """;

    /// Money of before that went back is LATE in any case, with the number of its payment.
    private static final String FIND_NOT_REFUNDED =
            """
            select orders.order_id from orders join deposits on deposits.order_id = orders.order_id
             where fate = 'LATE' and status <> 4 and deposit_id <> payment_id
            """;

    /// Deposits are numbered one after the other; those of before have the numbers of payments.
    private static final String FIND_GAPS =
            """
            select deposit_id from deposits
             where deposit_id > 1 and deposit_id <> coalesce(payment_id, 0)
               and not exists (select 1 from deposits as earlier
                                where earlier.deposit_id = deposits.deposit_id - 1)
            """;

    /// The findings, each with the statement that finds it.
    private static final Map<String, String> CHECKS = checks();

    private MoneyChecks() {}

    /// In a book of before there were deposits only payments and orders can be compared.
    static void run(Link link, Consumer<String> findings) throws SQLException {
        run(link, "payment %d asks for another sum than its order", FIND_OTHER_SUMS, findings);
        int version = link.find(FIND_VERSION, row -> row.getInt(1)).orElseThrow();
        if (version < DEPOSITS_VERSION) return;
        for (var check : CHECKS.entrySet()) run(link, check.getKey(), check.getValue(), findings);
    }

    private static void run(Link link, String finding, String sql, Consumer<String> findings)
            throws SQLException {
        link.stream(sql, row -> findings.accept(finding.formatted(row.getLong(1))));
    }

    private static Map<String, String> checks() {
        var checks = new LinkedHashMap<String, String>();
        checks.put("payment %d is PAID and its money is no deposit", FIND_PAID_BY_NOTHING);
        checks.put("payment %d is REFUNDED and its money is no deposit", FIND_REFUNDED_BY_NOTHING);
        checks.put("deposit %d was kept and has paid nothing", FIND_KEPT_FOR_NOTHING);
        checks.put("deposit %d has not done to its order what it says", FIND_OTHER_ENDS);
        checks.put("deposit %d has come to its end and its payment has not", FIND_NEVER_ENDED);
        checks.put("deposit %d does not fit the payment that it is for", FIND_OTHER_FATES);
        checks.put("deposit %d goes back and has no refund", FIND_NOT_SENT_BACK);
        checks.put("refund %d sends back what was not to go back", FIND_SENT_BACK_FOR_NOTHING);
        checks.put("refund %d is in no state that there is", FIND_ODD_STATES);
        checks.put("order %d is REFUNDED and no late money was", FIND_REFUNDED_ORDERS);
        checks.put("order %d is not REFUNDED and its late money was", FIND_NOT_REFUNDED);
        checks.put("deposit %d follows one that is missing", FIND_GAPS);
        return checks;
    }
}
