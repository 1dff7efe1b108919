package dev.sluice.sql.shop;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.id.PaymentId;
import dev.sluice.port.OrderBook;
import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.port.OrderBook.Receipt;
import dev.sluice.port.Unavailable;
import dev.sluice.sale.Claim;
import dev.sluice.sale.LedgerHead;
import dev.sluice.sale.Outcome;
import dev.sluice.sql.ServerFixture;
import dev.sluice.sql.audit.LedgerReplay;
import dev.sluice.sql.base.SharedDatabase;
import dev.sluice.sql.book.SettledClaims;
import dev.sluice.sql.book.SqlOrderBook;
import dev.sluice.sql.book.SqlRefunds;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/// Several nodes on one database: that they see one book.
public interface SharedNodesContract extends ServerFixture {

    int NODES = 3;

    @Test
    default void three_nodes_settling_one_offer_never_sell_more_than_there_is() throws Exception {
        publish(500);
        var nodes = new ArrayList<SharedDatabase>();
        for (int i = 0; i < NODES; i++) nodes.add(SharedDatabase.open(config(name())));
        Map<Long, Outcome> outcomes = new ConcurrentHashMap<>();

        // Every claim is delivered to two nodes, each of which would give it another order.
        allAtOnce(
                2 * NODES,
                i -> {
                    var book = new SqlOrderBook(nodes.get(i % NODES));
                    for (int step = 0; step < 20; step++) {
                        settle(book, i, step, outcomes);
                        if (step % 5 == 4) book.expire(DEADLINE.minusMillis(1), 10);
                    }
                    return null;
                });

        assertEquals("500 500 0", counts(OFFER));
        assertEquals(1_200, outcomes.size());
        assertEquals(500, won(outcomes.values()));
        assertEquals(List.of(), LedgerReplay.of(database()).findings());
        nodes.forEach(SharedDatabase::close);
    }

    private static void settle(
            SqlOrderBook book, int settler, int step, Map<Long, Outcome> outcomes) {
        int from = (settler % NODES) * 400 + step * 20;
        var batch = new ArrayList<NewOrder>();
        for (int n = from; n < from + 20; n++) {
            batch.add(order(settler * 10_000 + n, claim(n, 1)));
        }
        for (var outcome : book.settle(batch)) {
            var other = outcomes.putIfAbsent(outcome.claim().value(), outcome);
            assertTrue(other == null || other.equals(outcome), () -> outcome + " and " + other);
        }
    }

    @Test
    default void what_one_node_does_the_next_sees() throws Exception {
        publish(10);
        try (var node = SharedDatabase.open(config(name()))) {
            var other = new SqlOrderBook(node);
            book().settle(orders(1, 4));

            assertEquals(
                    List.of(orderId(2)),
                    other.findOrders(buyer(2), Optional.empty(), 10).stream()
                            .map(order -> order.id())
                            .toList());
            other.insertPayment(payment(1, orderId(1)));
            assertTrue(book().pay(paymentId(1), LATER) instanceof Receipt.Paid);
            other.cancel(orderId(2), LATER);
            assertEquals(1, book().expire(DEADLINE, 10).size());
            assertEquals(0, other.expire(DEADLINE, 10).size());
            assertEquals("10 0 1", counts(OFFER));
            assertEquals(0, other.indexBuyers());
        }
    }

    /// Two payments for each of twenty orders, told on both nodes, against cancelling, expiring and
    /// new claims for the units that come back.
    @Test
    default void money_that_two_nodes_hear_of_at_once_comes_to_one_end() throws Exception {
        publish(20);
        book().settle(orders(1, 21));
        for (int n = 1; n <= 40; n++) book().insertPayment(payment(n, orderId(1 + n % 20)));
        try (var node = SharedDatabase.open(config(name()))) {
            var books = List.<OrderBook>of(book(), new SqlOrderBook(node));

            allAtOnce(
                    8,
                    i -> {
                        for (int n = 1; n <= 20; n++) act(books.get(i % 2), i / 2, n);
                        return null;
                    });
        }
        for (var money : new SqlRefunds(database()).undecided(DEADLINE, 100)) {
            hear(book(), money.payment().orElseThrow(), money.reference());
        }

        assertEquals(List.of(), LedgerReplay.of(database()).findings());
        assertEquals(List.of("40"), ask("select count(*) from deposits"));
        assertEquals(
                ask("select count(*) from orders where status = 1"),
                ask("select count(*) from deposits where fate in ('PAID', 'REVIVED')"));
    }

    /// Eight orders of one buyer have ended; late money for them and new claims come on both nodes.
    @Test
    default void late_money_on_two_nodes_keeps_a_buyers_limit() throws Exception {
        publish(100);
        for (int n = 1; n <= 8; n++) {
            book().settle(List.of(ofOne(n)));
            book().insertPayment(payment(n, orderId(n)));
            book().cancel(orderId(n), LATER);
        }
        try (var node = SharedDatabase.open(config(name()))) {
            var books = List.<OrderBook>of(book(), new SqlOrderBook(node));

            allAtOnce(
                    24,
                    i -> {
                        var book = books.get(i % 2);
                        if (i % 3 == 0) book.settle(List.of(ofOne(100 + i)));
                        else hear(book, paymentId(1 + i / 2 % 8), "money " + i / 2 % 8);
                        return null;
                    });
        }

        assertEquals(List.of("2"), ask("select sum(units) from orders where status in (0, 1)"));
        assertEquals(List.of(), LedgerReplay.of(database()).findings());
    }

    private static NewOrder ofOne(int n) {
        return order(n, new Claim(claim(n, 1).id(), OFFER, buyer(99_999), 1, NOW));
    }

    private static void act(OrderBook book, int part, int n) {
        switch (part) {
            case 0 -> hear(book, paymentId(n), "money " + n);
            case 1 -> hear(book, paymentId(20 + n), "money " + (20 + n));
            case 2 -> {
                book.cancel(orderId(1 + n * 7 % 20), LATER);
                book.refusePayment(paymentId(n));
            }
            default -> {
                if (n % 5 == 0) book.expire(DEADLINE, 2);
                book.settle(List.of(order(100 + n, 1)));
            }
        }
    }

    /// As the engine does it, but for the hold store.
    private static void hear(OrderBook book, PaymentId payment, String reference) {
        if (!(book.pay(payment, reference, LATER) instanceof Receipt.Late)) return;
        if (book.revive(payment, LATER) instanceof Receipt.Late) book.refund(payment, LATER);
    }

    @Test
    default void nodes_lease_and_renew_at_once_and_no_number_has_two_owners() throws Exception {
        try (var node = SharedDatabase.open(config(name()))) {
            var here = new SqlNodes(database());
            var there = new SqlNodes(node);
            for (int round = 0; round < 20; round++) {
                var old = here.lease("old " + round, NOW, Duration.ofMinutes(1));
                var lease = old.orElseThrow();

                // At the very end of the lease its owner renews, and another node takes it.
                var kept =
                        allAtOnce(
                                2,
                                i ->
                                        i == 0
                                                ? here.renew(
                                                        lease,
                                                        LATER.minusMillis(1),
                                                        Duration.ofMinutes(1))
                                                : there.lease("new", LATER, Duration.ofMinutes(1))
                                                                .orElseThrow()
                                                                .worker()
                                                        == lease.worker());

                assertEquals(1, kept.stream().filter(has -> has).count());
                ask("delete from leases");
            }
        }
    }

    @Test
    default void a_ledger_is_replayed_and_its_claims_are_told() throws SQLException {
        publish(3);
        book().settle(orders(1, 6));
        book().cancel(orderId(1), LATER);

        var replay = LedgerReplay.of(database());

        assertEquals(List.of(), replay.findings());
        assertEquals(
                new LedgerReplay.OfferResult(OFFER, 3, 2, 0, 3, 2), replay.offers().getFirst());
        var fates = new HashMap<SettledClaims.Fate, Integer>();
        SettledClaims.forEach(database(), claim -> fates.merge(claim.fate(), 1, Integer::sum));
        assertEquals(
                Map.of(
                        SettledClaims.Fate.LIVE,
                        2,
                        SettledClaims.Fate.ENDED,
                        1,
                        SettledClaims.Fate.LOST,
                        2),
                fates);
        assertEquals(Map.of(OFFER, 2, OTHER_OFFER, 2), SettledClaims.limits(database()));
    }

    @Test
    default void a_book_opened_to_be_looked_at_cannot_be_changed() {
        publish(3);
        book().settle(orders(1, 3));

        try (var looking = SharedDatabase.openReadOnly(config(name()))) {
            assertEquals(LedgerReplay.of(database()), LedgerReplay.of(looking));
            assertThrows(
                    Unavailable.class, () -> new SqlCatalogue(looking).insertProduct(product(2)));
            assertThrows(
                    Unavailable.class, () -> new SqlOrderBook(looking).cancel(orderId(1), LATER));
        }
        assertEquals("3 2 0", counts(OFFER));
    }

    @Test
    default void tampering_with_a_shared_book_is_found() throws SQLException {
        publish(3);
        book().settle(orders(1, 6));
        ask("update movements set units = 9 where why = 'SETTLED'");
        ask("update orders set status = 1 where order_id = " + orderId(2).value());

        var findings = LedgerReplay.of(database()).findings();

        assertTrue(findings.contains("movement 3 does not match its hash"), findings::toString);
        assertTrue(
                findings.stream().anyMatch(f -> f.contains("order 2000002 has status 1")),
                findings::toString);
    }

    @Test
    default void what_orders_and_payments_say_in_a_shared_book_is_covered() throws SQLException {
        publish(3);
        book().settle(orders(1, 3));
        book().insertPayment(payment(1, orderId(1)));
        book().pay(paymentId(1), LATER);
        var published = List.of(book().head());
        assertEquals(List.of(), LedgerReplay.of(database(), published).findings());
        new SqlOrderBook(database());

        ask("update orders set amount = 1 where order_id = " + orderId(2).value());
        assertFound("movement 3 does not match its hash", published);
        ask("update orders set amount = 19900, buyer_id = buyer_id + 9 where units = 1");
        assertFound("movement 3 does not match its hash", published);
        ask("update orders set buyer_id = buyer_id - 9 where units = 1");
        ask("update payments set amount = 1");
        assertFound("movement 4 does not match its hash", published);
        assertThrows(IllegalStateException.class, () -> new SqlOrderBook(database()));
        ask("update payments set amount = 19900");
        assertEquals(List.of(), LedgerReplay.of(database(), published).findings());
        ask("delete from movements where sequence = 4");
        assertFound("the ledger ends with movement 3, and movement 4 was published", published);
    }

    private void assertFound(String finding, List<LedgerHead> published) {
        var findings = LedgerReplay.of(database(), published).findings();
        assertTrue(findings.contains(finding), findings::toString);
    }

    private static long won(Iterable<Outcome> outcomes) {
        long won = 0;
        for (var outcome : outcomes) if (outcome instanceof Outcome.Won) won++;
        return won;
    }
}
