package dev.sluice.sql;

import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.contracts.BookFixture;
import dev.sluice.sale.OfferId;
import dev.sluice.sale.Outcome.Reason;
import dev.sluice.sale.Sale;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
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
        for (int n = 1; n <= 4; n++) book().insertPayment(payment(n, orderId(n)));
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
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + copy);
                var statement = connection.createStatement()) {
            statement.executeUpdate(script);
        }
        return copy;
    }
}
