package dev.sluice.sql.audit;

import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.BookFixture;
import dev.sluice.id.OfferId;
import dev.sluice.sale.Hash;
import dev.sluice.sale.LedgerHead;
import dev.sluice.sale.Outcome.Reason;
import dev.sluice.sale.Payment;
import dev.sluice.sale.Sale;
import dev.sluice.sql.SqliteFixture;
import dev.sluice.sql.base.SqliteDatabase;
import dev.sluice.sql.book.Ledger;
import dev.sluice.sql.book.SealedRows;
import dev.sluice.sql.book.SqlOrderBook;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// That an honest book passes and that each kind of tampering is found.
class LedgerReplayTest extends SqliteFixture implements BookFixture {

    /// A bit of everything: paid, cancelled, revived, refunded, expired, unpaid and lost.
    private void runSale() {
        publish(10);
        book().settle(List.of(order(1, 1), order(2, 2), order(3, 1), order(4, 2), order(5, 1)));
        for (int n = 1; n <= 4; n++) book().insertPayment(wholePayment(n));
        book().pay(paymentId(1), LATER);
        book().cancel(orderId(2), LATER);
        book().revive(paymentId(2), LATER);
        book().cancel(orderId(3), LATER);
        book().refund(paymentId(3), LATER);
        book().expire(DEADLINE, 10);
        book().restock(OFFER, 1, DEADLINE);
        book().settle(List.of(order(6, 2), order(7, 2), order(8, 2), order(9, 2), order(10, 2)));
        book().lose(claim(11, 3), Reason.DROPPED, DEADLINE);
        book().noteCorrection(OFFER, 1, DEADLINE);
    }

    /// Of all that the order owes.
    private Payment wholePayment(int n) {
        var order = book().findOrder(orderId(n)).orElseThrow();
        return new Payment(
                paymentId(n), order.id(), "sandbox", order.total(), Payment.Status.STARTED, NOW);
    }

    @Test
    void a_new_book_is_clean() {
        var result = LedgerReplay.of(file());

        assertTrue(result.clean());
        assertEquals(0, result.movements());
    }

    @Test
    void an_honest_book_is_clean_while_it_is_open_and_after() {
        runSale();

        var open = LedgerReplay.of(file());
        close();
        var closed = LedgerReplay.of(file());

        assertEquals(List.of(), open.findings());
        assertEquals(open, closed);
        var offer = open.offers().getFirst();
        assertEquals(new LedgerReplay.OfferResult(OFFER, 11, 8, 3, 9, 5), offer);
        assertEquals(0, offer.available());
    }

    @Test
    void a_draft_is_clean() {
        catalogue().insertProduct(product(1));
        catalogue().insertSale(sale(Sale.Stage.DRAFT, 10));

        assertEquals(List.of(), LedgerReplay.of(file()).findings());
    }

    @Test
    void a_lost_claim_of_an_unknown_offer_is_clean() {
        book().lose(claim(1, new OfferId(999), 1), Reason.DROPPED, NOW);

        var result = LedgerReplay.of(file());

        assertEquals(List.of(), result.findings());
        assertEquals(List.of(), result.offers());
    }

    @ParameterizedTest
    @CsvSource(
            delimiterString = "=>",
            quoteCharacter = '"',
            textBlock =
                    """
                    update orders set units = 2 where order_id = 2000001 => order 2000001 has 2
                    update orders set status = 0 where order_id = 2000001 => order 2000001 has
                    update orders set offer_id = 81 where order_id = 2000001 => order 2000001 has 1
                    delete from orders where order_id = 2000001 => order 2000001 is missing
                    update orders set order_id = 7 where order_id = 2000001 => order 7 is not in
                    update movements set units = 9 where sequence = 3 => movement 3 does not match
                    update movements set lines = lines || 'x' where sequence = 3 => cannot be read
                    update movements set at = at + 1 where sequence = 4 => movement 4 does not match
                    update movements set why = 'GIFT' where sequence = 4 => an unknown reason GIFT
                    update movements set hash = x'00' where sequence = 2 => movement 3 does not
                    delete from movements where sequence = 4 => movement 5 follows movement 3
                    update offers set unpaid = unpaid - 1 where offer_id = 80 => offer 80 has Counts
                    update offers set stock = stock + 1 where offer_id = 80 => offer 80 has Counts
                    update offers set stocked = 0 where offer_id = 80 => offer 80: stocked false
                    delete from offers where offer_id = 80 => offer 80 is missing
                    delete from lost_claims where claim_id = 1000011 => lost claim 1000011 is
                    update lost_claims set units = 1 where units = 3 => lost claim 1000011:
                    update lost_claims set claim_id = 1000001 where units = 3 => both won and lost
                    update lost_claims set buyer_id = 7 where units = 3 => movement 12 does not
                    update lost_claims set reason = 'CLOSED' where units = 3 => movement 12 does not
                    update lost_claims set at = at + 1 where units = 3 => movement 12 does not match
                    update orders set amount = 1 where order_id = 2000001 => movement 3 does not
                    update orders set currency = 'USD' where order_id = 2000001 => movement 3 does
                    update orders set buyer_id = 7 where order_id = 2000001 => movement 3 covers
                    update orders set claim_id = 7 where order_id = 2000001 => movement 3 does not
                    update orders set placed_at = 0 where order_id = 2000007 => movement 10 does not
                    update orders set expires_at = 0 where order_id = 2000007 => movement 10 does
                    update orders set paid_at = 1 where order_id = 2000001 => order 2000001 was paid
                    update orders set paid_at = 1 where order_id = 2000007 => order 2000007 was paid
                    update orders set late_money = null where order_id = 2000002 => has late money
                    update orders set late_money = 'REVIVED' where order_id = 2000001 => has
                    update payments set amount = 1 where payment_id = 4000001 => movement 4 does not
                    update payments set method = 'cash' where payment_id = 4000002 => movement 6
                    update payments set currency = 'USD' where payment_id = 4000001 => movement 4
                    update payments set at = 1 where payment_id = 4000001 => movement 4 does not
                    update payments set payment_id = 9 where payment_id = 4000001 => movement 4 does
                    update payments set order_id = 2000005 where payment_id = 4000001 => movement 4
                    update payments set status = 'REFUNDED' where payment_id = 4000001 => last PAID
                    update payments set status = 'PAID' where payment_id = 4000003 => last CANCELLED
                    update payments set order_id = 9 where payment_id = 4000004 => not in the ledger
                    delete from payments where payment_id = 4000001 => order 2000001 was last PAID
                    """)
    void tampering_is_found(String statement, String finding) throws Exception {
        runSale();
        var copy = tampered(statement);

        var findings = LedgerReplay.of(copy).findings();

        assertTrue(findings.stream().anyMatch(f -> f.contains(finding)), findings::toString);
    }

    @Test
    void a_cut_off_end_on_which_nothing_depends_shows_in_the_head_alone() throws Exception {
        runSale();
        var before = LedgerReplay.of(file());

        var after = LedgerReplay.of(tampered("delete from movements where why = 'CORRECTED'"));

        assertEquals(List.of(), after.findings());
        assertNotEquals(before.head(), after.head());
    }

    /// The most that somebody who can write to the database can do.
    @Test
    void a_chain_that_was_computed_anew_shows_against_a_head_that_was_published() throws Exception {
        runSale();
        var published = List.of(book().head());
        var copy = tampered("update orders set amount = 1 where order_id = 2000007");
        computeAnew(copy, Ledger.Row::expected);

        assertEquals(List.of(), LedgerReplay.of(copy).findings());
        assertEquals(
                List.of("movement 13 is not the one that was published"),
                LedgerReplay.of(copy, published).findings());
        assertEquals(List.of(), LedgerReplay.of(file(), published).findings());
    }

    @Test
    void a_cut_off_end_shows_against_a_head_that_was_published() throws Exception {
        runSale();
        var published = List.of(book().head());
        var copy = tampered("delete from movements where why = 'CORRECTED'");

        assertEquals(
                List.of("the ledger ends with movement 12, and movement 13 was published"),
                LedgerReplay.of(copy, published).findings());
    }

    /// A node that goes on after the end was cut off publishes what it finds, in the same places.
    @Test
    void a_cut_off_end_that_grew_again_shows_although_its_new_end_was_published_too()
            throws Exception {
        runSale();
        var heads = new ArrayList<LedgerHead>();
        heads.add(book().head());
        var copy = tampered("delete from movements where why = 'CORRECTED'");
        try (var database = SqliteDatabase.open(copy)) {
            var book = new SqlOrderBook(database);
            heads.add(book.head());
            book.noteCorrection(OFFER, 2, DEADLINE);
            heads.add(book.head());
        }

        assertEquals(
                List.of("movement 13 is not the one that was published"),
                LedgerReplay.of(copy, heads).findings());
    }

    /// Whoever can write to the database could let an order be paid with less than it owes.
    @Test
    void an_order_that_was_paid_with_less_than_it_owes_is_found() throws Exception {
        publish(1);
        book().settle(List.of(order(1, 1)));
        book().insertPayment(payment(1, orderId(1)));
        restart();
        execute(file(), "update payments set amount = 1");
        book().pay(paymentId(1), LATER);

        assertEquals(
                List.of("payment 4000001 asks for another sum than its order"),
                LedgerReplay.of(file()).findings());
    }

    @Test
    void a_book_of_before_there_were_deposits_is_read_as_it_is() throws Exception {
        runSale();
        var old =
                tampered(
                        """
                        drop table deposits; drop table refunds;
                        delete from schema_version where version > 3
                        """);

        assertEquals(List.of(), LedgerReplay.of(old).findings());
        SqliteDatabase.open(old).close();
        assertEquals(List.of(), LedgerReplay.of(old).findings());
    }

    @Test
    void a_book_of_an_earlier_version_is_read_and_goes_on_sealed() throws Exception {
        runSale();
        var old = tampered("update movements set at = at");
        computeAnew(old, (row, previous, content) -> row.expectedUnsealed(previous));

        var before = LedgerReplay.of(old);
        assertEquals(List.of(), before.findings());
        assertEquals(13, before.unsealed());
        try (var database = SqliteDatabase.open(old)) {
            new SqlOrderBook(database).cancel(orderId(6), DEADLINE);
            new SqlOrderBook(database).settle(List.of(order(12, 2)));
        }
        var after = LedgerReplay.of(old);
        assertEquals(List.of(), after.findings());
        assertEquals(15, after.movements());
        assertEquals(13, after.unsealed());
        execute(old, "update orders set amount = 1 where order_id = 2000012");
        assertTrue(LedgerReplay.of(old).findings().contains("movement 15 does not match its hash"));
    }

    /// What is sealed cannot be passed off as of an earlier version.
    @Test
    void an_unsealed_movement_after_a_sealed_one_is_found() throws Exception {
        runSale();
        var copy = tampered("update orders set amount = 1 where order_id = 2000007");
        computeAnew(
                copy,
                (row, previous, content) ->
                        row.sequence() < 10
                                ? row.expected(previous, content)
                                : row.expectedUnsealed(previous));

        var findings = LedgerReplay.of(copy).findings();

        assertTrue(findings.contains("movement 10 does not match its hash"), findings::toString);
    }

    private interface Hashing {
        Hash hash(Ledger.Row row, Hash previous, Hash content);
    }

    /// Gives every movement a hash that fits what the tables say now.
    private static void computeAnew(Path file, Hashing hashing) throws Exception {
        try (var database = SqliteDatabase.open(file)) {
            database.write(link -> {
                var sealed = SealedRows.all(link);
                var previous = Hash.ZERO;
                var rows =
                        link.list(
                                "select " + Ledger.COLUMNS + " from movements order by sequence",
                                Ledger::row);
                for (var row : rows) {
                    previous = hashing.hash(row, previous, sealed.content(row));
                    link.update(
                            "update movements set hash = ? where sequence = ?",
                            previous.bytes(),
                            row.sequence());
                }
                return null;
            });
        }
    }

    @Test
    void two_hashes_that_changed_places_are_found() throws Exception {
        runSale();
        var swap =
                """
                update movements set hash = (select hash from movements as other
                 where other.sequence = 7 - movements.sequence) where sequence in (3, 4)
                """;

        var findings = LedgerReplay.of(tampered(swap)).findings();

        assertTrue(findings.contains("movement 3 does not match its hash"), findings::toString);
        assertTrue(findings.contains("movement 4 does not match its hash"), findings::toString);
    }

    @Test
    void two_orders_of_one_claim_are_found() throws Exception {
        runSale();
        var copy =
                tampered(
                        """
                        drop index orders_by_claim;
                        update orders set claim_id = 1000001 where order_id = 2000002
                        """);

        var findings = LedgerReplay.of(copy).findings();

        assertTrue(findings.contains("claim 1000001 has more than one order"), findings::toString);
    }

    @Test
    void a_book_whose_last_movement_was_changed_is_not_opened() throws Exception {
        runSale();
        var copy =
                tampered(
                        """
                        update movements set units = 5
                         where sequence = (select max(sequence) from movements)
                        """);

        try (var database = SqliteDatabase.open(copy)) {
            assertThrows(IllegalStateException.class, () -> new SqlOrderBook(database));
        }
    }

    /// A copy of the book, changed by hand.
    private Path tampered(String script) throws Exception {
        var copy = folder.resolve("copy.db");
        restart();
        Files.copy(file(), copy);
        execute(copy, script);
        return copy;
    }

    private static void execute(Path file, String script) throws Exception {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.executeUpdate(script);
        }
    }
}
