package dev.sluice.sql.audit;

import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.contracts.RefundsContract;
import dev.sluice.port.Refunds;
import dev.sluice.sale.Deposit;
import dev.sluice.sale.Deposit.Fate;
import dev.sluice.sale.Refund.State;
import dev.sluice.sql.base.Database;
import dev.sluice.sql.base.Link;
import dev.sluice.sql.base.Script;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Plays the rows of the migration on a book whose money came before there were deposits.
public final class MoneyOfBefore {

    private MoneyOfBefore() {}

    /// Payment 1 has paid its order and payment 2 was refunded, and nobody was asked for that.
    public static void is_recorded_and_its_refunds_are_open(
            RefundsContract test, Database database) {
        test.placeOrder();
        test.book().pay(paymentId(1), LATER);
        test.book().pay(paymentId(2), LATER);
        database.writeAside(MoneyOfBefore::migrate);

        assertEquals(new Refunds.Open(1, Optional.of(NOW)), test.refunds().open());
        var refund = test.refunds().findRefunds(List.of(orderId(1))).getFirst();
        assertEquals(State.PENDING, refund.state());
        assertEquals(Optional.of(paymentId(2)), refund.deposit().payment());
        var reference = Deposit.referenceOf(paymentId(1), PRICE);
        var paid = test.refunds().findDeposit("sandbox", reference).orElseThrow();
        assertEquals(Fate.PAID, paid.fate());
        test.book().pay(paymentId(1), LATER);
        test.book().pay(paymentId(2), LATER);
        assertEquals(1, test.refunds().open().count());
    }

    /// Nobody can be asked for nothing, and an audit would call it wrong.
    public static void that_is_nothing_is_not_sent_back(RefundsContract test, Database database) {
        test.placeOrder();
        test.book().pay(paymentId(1), LATER);
        database.writeAside(link -> link.update("update payments set amount = 0"));
        database.writeAside(link -> link.update("update orders set amount = 0"));
        test.book().pay(paymentId(2), LATER);
        database.writeAside(MoneyOfBefore::migrate);

        assertEquals(0, test.refunds().open().count());
        assertEquals(List.of(), moneyFindings(database));
    }

    private static List<String> moneyFindings(Database database) {
        var findings = new ArrayList<String>();
        database.read(link -> {
            MoneyChecks.run(link, findings::add);
            return null;
        });
        return findings;
    }

    private static Void migrate(Link link) throws SQLException {
        link.update("delete from refunds");
        link.update("delete from deposits");
        var script = Script.read("004_money.sql", link.dialect().isShared());
        for (var change : script.changes()) link.update(change);
        return null;
    }
}
