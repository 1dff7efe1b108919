package dev.sluice.sql.audit;

import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.contracts.BookFixture;
import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.sale.Deposit;
import dev.sluice.sale.Deposit.Fate;
import dev.sluice.sale.Money;
import dev.sluice.sale.Outcome.Reason;
import dev.sluice.sql.SqliteFixture;
import dev.sluice.sql.base.Link;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/// Changes every column of every row that matters, one by one, as somebody who can write to the
/// database would, and says which changes an audit without published heads does not find. Decision
/// 32 names the same.
class TamperingTest extends SqliteFixture implements BookFixture {

    /// With what tells rows of one kind from those of another.
    private static final Map<String, String> TABLES =
            Map.of(
                    "movements", "''",
                    "orders", "''",
                    "lost_claims", "''",
                    "payments", "status",
                    "deposits", "fate",
                    "refunds", "state",
                    "offers", "''",
                    "restocks", "''");

    /// What is not covered: the catalogue, keys of restocks, payments that have paid nothing, but
    /// for their sum, when deposits came, what nobody can know better of money that was never owed,
    /// and how far the asking for refunds is.
    private static final List<String> CHANGES_MISSED =
            List.of(
                    "deposits.amount UNKNOWN_PAYMENT",
                    "deposits.amount WRONG_AMOUNT",
                    "deposits.amount WRONG_CURRENCY",
                    "deposits.at",
                    "deposits.currency UNKNOWN_PAYMENT",
                    "deposits.currency WRONG_CURRENCY",
                    "deposits.reference",
                    "offers.amount",
                    "offers.currency",
                    "offers.list_amount",
                    "offers.list_currency",
                    "offers.per_buyer",
                    "offers.position",
                    "offers.product_id",
                    "offers.sale_id",
                    "payments.at REFUNDED",
                    "payments.at STARTED",
                    "payments.method STARTED",
                    "payments.order_id STARTED",
                    "payments.payment_id STARTED",
                    "payments.status STARTED",
                    "refunds.attempts",
                    "refunds.done_at DONE",
                    "refunds.next_at",
                    "refunds.note",
                    "restocks.at",
                    "restocks.offer_id",
                    "restocks.restock_key",
                    "restocks.units");

    private static final List<String> ROWS_MISSED = List.of("payments STARTED", "restocks");

    private static final String TYPE = "select type from pragma_table_info('%s') where name = '%s'";

    /// A bit of everything that there can be.
    private void runSale() {
        publish(10);
        var orders = new ArrayList<NewOrder>();
        for (int n = 1; n <= 6; n++) orders.add(order(n, 1));
        book().settle(orders);
        for (int n = 1; n <= 5; n++) book().insertPayment(payment(n, orderId(n)));
        book().insertPayment(payment(6, orderId(1)));
        book().insertPayment(payment(7, orderId(6)));
        book().pay(paymentId(1), LATER);
        book().pay(paymentId(6), "second", LATER);
        book().cancel(orderId(2), LATER);
        book().pay(paymentId(2), "late", LATER);
        book().revive(paymentId(2), LATER);
        book().cancel(orderId(3), LATER);
        book().refund(paymentId(3), LATER);
        book().cancel(orderId(4), LATER);
        book().pay(paymentId(4), "undecided", LATER);
        refunds().sendBack(wrong(Fate.WRONG_AMOUNT, new Money(7, "CNY")));
        refunds().sendBack(wrong(Fate.WRONG_CURRENCY, new Money(7, "USD")));
        refunds().sendBack(unknown());
        var done = refunds().findRefunds(List.of(orderId(1))).getFirst();
        refunds().confirm(done.id(), "", LATER);
        book().lose(claim(11, 3), Reason.DROPPED, LATER);
        book().restock(OFFER, 1, "key", LATER);
        book().expire(DEADLINE, 1);
    }

    private static Deposit wrong(Fate fate, Money sum) {
        var payment = payment(5, orderId(5));
        return new Deposit(
                payment.method(),
                fate.name(),
                Optional.of(payment.id()),
                Optional.of(payment.order()),
                sum,
                fate,
                LATER);
    }

    private static Deposit unknown() {
        var fate = Fate.UNKNOWN_PAYMENT;
        var sum = new Money(7, "CNY");
        return new Deposit(
                "sandbox", "unknown", Optional.empty(), Optional.empty(), sum, fate, LATER);
    }

    @Test
    void every_change_of_a_column_is_found_but_for_these() throws Exception {
        runSale();
        var missed = new TreeSet<String>();
        for (var table : TABLES.entrySet()) {
            for (var column : columns(table.getKey())) {
                for (var row : rows(table.getKey())) {
                    for (var value : values(table.getKey(), column)) {
                        var set = "update %s set %s = %s".formatted(table.getKey(), column, value);
                        var differs = " and %s is not %s".formatted(column, value);
                        if (isMissed(set + row + differs)) {
                            missed.add(named(table, "." + column, row));
                        }
                    }
                }
            }
        }

        assertEquals(String.join("\n", CHANGES_MISSED), String.join("\n", missed));
        assertEquals(List.of(), LedgerReplay.of(database()).findings());
    }

    @Test
    void every_row_that_is_taken_out_is_found_but_for_these() throws Exception {
        runSale();
        var missed = new TreeSet<String>();
        for (var table : TABLES.entrySet()) {
            for (var row : rows(table.getKey())) {
                if (isMissed("delete from " + table.getKey() + row)) {
                    missed.add(named(table, "", row));
                }
            }
        }

        assertEquals(String.join("\n", ROWS_MISSED), String.join("\n", missed));
    }

    /// What fits together again when more than one place is changed.
    @Test
    void money_that_went_back_cannot_be_hidden_by_several_changes() {
        runSale();

        assertFound(
                "order 2000003 is not REFUNDED and its late money was",
                "update orders set status = 2, late_money = null where status = 4");
        assertFound(
                "deposit 3 follows one that is missing",
                "delete from refunds where refund_id = 2",
                "delete from deposits where deposit_id = 2",
                "update payments set status = 'STARTED' where payment_id = 4000006");
    }

    /// A payment and its money then fit each other, and not the order that they are for. What made
    /// an order PAID is sealed itself.
    @Test
    void a_sum_cannot_be_changed_in_the_payment_and_in_its_money_alike() {
        runSale();

        var fates = Map.of(3, "LATE", 4, "UNDECIDED", 6, "SECOND");
        for (var fate : fates.entrySet()) {
            long payment = paymentId(fate.getKey()).value();
            var of = " where payment_id = %d".formatted(payment);
            var ofFate = of + " and fate = '%s'".formatted(fate.getValue());
            for (var change : List.of("amount = amount + 1", "currency = 'USD'")) {
                assertFound(
                        "payment %d asks for another sum than its order".formatted(payment),
                        "update payments set " + change + of,
                        "update deposits set " + change + ofFate);
            }
        }
    }

    private void assertFound(String finding, String... changes) {
        var findings = new ArrayList<String>();
        assertThrows(
                TakenBack.class,
                () ->
                        database()
                                .write(link -> {
                                    for (var change : changes) {
                                        assertEquals(1, link.update(change), change);
                                    }
                                    findings.addAll(LedgerReplay.of(link).findings());
                                    throw new TakenBack();
                                }));
        assertEquals(List.of(finding), findings);
    }

    /// Whether the change is possible, changes something, and is not found; it is taken back.
    private boolean isMissed(String change) {
        var missed = new AtomicBoolean();
        assertThrows(
                TakenBack.class,
                () ->
                        database()
                                .write(link -> {
                                    missed.set(
                                            isDone(link, change) && LedgerReplay.of(link).clean());
                                    throw new TakenBack();
                                }));
        return missed.get();
    }

    private static boolean isDone(Link link, String change) {
        try {
            return link.update(change) == 1;
        } catch (SQLException refused) {
            return false;
        }
    }

    private static final class TakenBack extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private List<String> columns(String table) {
        return ask("select name from pragma_table_info('%s')".formatted(table));
    }

    /// Where each row is, by its primary key, which is its first column.
    private List<String> rows(String table) {
        var key = columns(table).getFirst();
        return ask("select ' where %s = ' || quote(%s) from %s".formatted(key, key, table));
    }

    /// What else could stand there: what stands in other rows, and what stands nowhere.
    private List<String> values(String table, String column) {
        var type = ask(TYPE.formatted(table, column)).getFirst();
        var other =
                type.equalsIgnoreCase("integer")
                        ? column + " + 1"
                        : "cast(%s || 'x' as %s)".formatted(column, type);
        var values = new ArrayList<>(List.of("null", other));
        values.addAll(ask("select distinct quote(%s) from %s limit 9".formatted(column, table)));
        return values;
    }

    private String named(Map.Entry<String, String> table, String column, String row) {
        var kind = "select %s from %s".formatted(table.getValue(), table.getKey());
        var name = table.getKey() + column;
        if (CHANGES_MISSED.contains(name)) return name;
        return (name + " " + ask(kind + row).getFirst()).strip();
    }

    private List<String> ask(String sql) {
        return database().read(link -> link.list(sql, row -> row.getString(1)));
    }
}
