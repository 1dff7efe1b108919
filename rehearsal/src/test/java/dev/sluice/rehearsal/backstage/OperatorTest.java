package dev.sluice.rehearsal.backstage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.rehearsal.CannedNode;
import dev.sluice.rehearsal.evidence.Run.Units;
import dev.sluice.rehearsal.scenario.RehearsalFailure;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OperatorTest {
    private static final String TIME = "{\"now\":\"2026-01-01T00:00:00Z\"}";
    private static final String NO_OPERATOR = "{\"code\":\"NO_OPERATOR\"}";
    private static final String INVALID = "{\"code\":\"INVALID\"}";
    private static final String AUDIT = "GET /admin/offers/o1/audit";
    private static final String RESTOCK = "POST /admin/offers/o1/restock";
    private static final String BUYERS = "POST /admin/rehearsal/buyers";

    private CannedNode node;
    private Operator operator;

    @BeforeEach
    void open() throws IOException {
        node = new CannedNode();
        var clock = InstantSource.system();
        operator = new Operator(new Api(List.of(node.address()), "a-key", clock), clock);
    }

    @AfterEach
    void close() {
        operator.close();
        node.close();
    }

    @Test
    void a_sluice_for_rehearsals_is_fit_and_nobody_is_made_to_find_out() throws Exception {
        node.says("GET /time", 200, TIME)
                .says("GET /admin/switches", 200, "{}")
                .says(BUYERS, 400, INVALID);

        operator.check();

        assertEquals(BUYERS + " {\"count\":0}", node.calls().getLast());
    }

    @Test
    void an_address_where_nothing_answers_is_refused() {
        node.close();

        var message = failedCheck();

        assertTrue(message.startsWith("No answer from " + node.address()), message);
        assertTrue(message.endsWith("Check --url, and that Sluice runs there."), message);
    }

    @Test
    void something_else_than_a_sluice_is_refused() {
        node.says("GET /time", 200, "<html>");

        assertEquals(
                "What answers at " + node.address() + " is not a Sluice. Check --url.",
                failedCheck());
    }

    @Test
    void a_wrong_key_is_refused() {
        node.says("GET /time", 200, TIME).says("GET /admin/switches", 401, NO_OPERATOR);

        assertEquals(
                "The Sluice at "
                        + node.address()
                        + " does not know this operator key. Check --key: the key is in the file"
                        + " operator-key of its data folder.",
                failedCheck());
    }

    @Test
    void a_sluice_that_makes_no_crowds_is_refused() {
        node.says("GET /time", 200, TIME).says("GET /admin/switches", 200, "{}");

        assertEquals(
                "The Sluice at "
                        + node.address()
                        + " creates no buyers for rehearsals. Start it with --rehearsal.",
                failedCheck());
    }

    @Test
    void an_answer_nobody_expects_is_shown_on_one_line() {
        node.says("GET /time", 200, TIME).says("GET /admin/switches", 500, "a\nb");

        assertEquals(
                "GET /api/v1/admin/switches at " + node.address() + " answered 500 \"a?b\"",
                failedCheck());
    }

    @Test
    void a_large_crowd_is_made_in_pages() throws Exception {
        node.says(BUYERS, 200, "s\n".repeat(50_000)).says(BUYERS, 200, "t\n".repeat(10));

        var sessions = operator.makeBuyers(50_010);

        assertEquals(50_010, sessions.size());
        assertEquals("t", sessions.getLast());
        assertEquals(
                List.of(BUYERS + " {\"count\":50000}", BUYERS + " {\"count\":10}"), node.calls());
    }

    @Test
    void a_crowd_that_is_too_small_is_refused() {
        node.says(BUYERS, 200, "s\n");

        var failure = assertThrows(RehearsalFailure.class, () -> operator.makeBuyers(2));

        assertEquals(node.address() + " was asked for 2 buyers and made 1", failure.getMessage());
    }

    @Test
    void an_audit_shows_both_witnesses_in_the_same_words() throws Exception {
        node.says(AUDIT, 200, audit(10, "{\"stock\":10,\"free\":3,\"held\":1,\"sold\":6}"));

        var audit = operator.audit("o1");

        assertEquals(new Units(10, 4, 0, 2, 4), audit.book());
        assertEquals(new Units(10, 3, 1, 2, 4), audit.store());
        assertFalse(audit.isAtRest());
    }

    @Test
    void a_store_that_has_let_go_of_an_offer_leaves_the_word_to_the_book() throws Exception {
        node.says(AUDIT, 200, audit(10, "null").replace(",\"store\":null", ""));

        var audit = operator.audit("o1");

        assertEquals(audit.book(), audit.store());
    }

    @Test
    void a_read_is_asked_again_while_the_server_is_away() throws Exception {
        node.says(AUDIT, CannedNode.SILENCE, "")
                .says(AUDIT, 503, "{\"code\":\"UNAVAILABLE\"}")
                .says(AUDIT, 200, audit(10, "{\"stock\":10,\"free\":3,\"held\":1,\"sold\":6}"));

        assertEquals(10, operator.audit("o1").book().stock());
    }

    @Test
    void stock_whose_answer_got_lost_is_asked_for_again_with_the_same_key() throws Exception {
        node.says(RESTOCK, CannedNode.SILENCE, "")
                .says(RESTOCK, 503, "{\"code\":\"OVERLOADED\"}")
                .says(RESTOCK, 200, "{}");

        assertTrue(operator.restock("o1", 5, "key-1"));
        assertEquals(3, restocks());
        assertEquals(List.of("key-1", "key-1", "key-1"), node.keys());
    }

    @Test
    void a_closed_sale_takes_no_stock() throws Exception {
        node.says(RESTOCK, 409, "{\"code\":\"SALE_STATE\"}");

        assertFalse(operator.restock("o1", 5, "key-1"));
    }

    @Test
    void a_glance_adds_up_all_offers() throws Exception {
        node.says(
                "GET /admin/sales/s1/stats",
                200,
                """
                {"queueDepth": 7, "offers": [
                  {"stock": 10, "free": 1, "held": 2, "unpaid": 3, "paid": 4},
                  {"stock": 5, "free": 5, "held": 0, "unpaid": 0, "paid": 0,
                   "availability": "PAUSED"}]}
                """);

        var glance = operator.glance("s1").orElseThrow();

        assertEquals(new Units(15, 6, 2, 3, 4), glance.units());
        assertEquals(7, glance.queueDepth());
        assertEquals("PAUSED", glance.state());
        assertEquals(Optional.empty(), operator.glance("s2"));
    }

    @Test
    void the_whole_ledger_says_what_came_in_and_what_came_back_late() throws Exception {
        var ledger = "GET /admin/offers/o1/ledger?limit=1000";
        node.says(
                        ledger,
                        200,
                        """
                        {"next": "3", "movements": [
                          {"at": "2026-01-01T00:00:00Z", "why": "STOCKED", "from": "OUTSIDE",
                           "to": "FREE", "units": 40, "orders": []},
                          {"at": "2026-01-01T00:00:09Z", "why": "EXPIRED", "from": "UNPAID",
                           "to": "FREE", "units": 1, "orders": [{"orderId": "early"}]},
                          {"at": "2026-01-01T00:00:10Z", "why": "CANCELLED", "from": "UNPAID",
                           "to": "FREE", "units": 2,
                           "orders": [{"orderId": "a"}, {"orderId": "b"}]}]}
                        """)
                .says(
                        ledger + "&after=3",
                        200,
                        """
                        {"movements": [
                          {"at": "2026-01-01T00:00:11Z", "why": "PAID", "from": "UNPAID",
                           "to": "PAID", "units": 1, "orders": [{"orderId": "paid"}]},
                          {"at": "2026-01-01T00:00:11.2Z", "why": "RESTOCKED", "from": "OUTSIDE",
                           "to": "FREE", "units": 7, "orders": []},
                          {"at": "2026-01-01T00:00:11.5Z", "why": "EXPIRED", "from": "UNPAID",
                           "to": "FREE", "units": 1, "orders": [{"orderId": "c"}]}]}
                        """);

        var read = operator.readLedger("o1", Instant.parse("2026-01-01T00:00:10Z"));

        assertEquals(Set.of("a", "b", "c"), read.returnedLate());
        assertEquals(47, read.stocked());
        assertEquals(7, read.addedSince(Instant.parse("2026-01-01T00:00:11.2Z")));
        assertEquals(0, read.addedSince(Instant.parse("2026-01-01T00:00:11.3Z")));
    }

    @Test
    void a_sale_to_copy_that_is_not_there_is_refused() {
        node.says("GET /admin/sales/s1", 404, "{\"code\":\"NO_SUCH_SALE\"}");

        var failure = assertThrows(RehearsalFailure.class, () -> operator.findOriginal("s1"));

        assertEquals(
                "There is no sale s1 at " + node.address() + ". Check --sale.",
                failure.getMessage());
    }

    @Test
    void a_sale_that_is_closed_already_stays_closed() throws Exception {
        node.says("POST /admin/sales/s1/close", 409, "{\"code\":\"SALE_STATE\"}")
                .says("GET /admin/sales/s1", 200, sale("s1", "CLOSED", ""));

        operator.closeSale("s1");

        assertEquals("GET /admin/sales/s1", node.calls().getLast());
    }

    @Test
    void the_next_sale_is_found_on_a_later_page() throws Exception {
        var first = sale("s9", "OPEN", "s8");
        var second = sale("s2", "UPCOMING", "s1");
        node.says("GET /admin/sales?limit=100", 200, page(first, ",\"next\":\"s9\""))
                .says("GET /admin/sales?limit=100&after=s9", 200, page(second, ""));

        assertEquals("s2", operator.findNext("s1").orElseThrow().saleId());
        assertEquals(Optional.empty(), operator.findNext("s5"));
    }

    private String failedCheck() {
        return assertThrows(RehearsalFailure.class, operator::check).getMessage();
    }

    private long restocks() {
        return node.calls().stream().filter(call -> call.startsWith(RESTOCK)).count();
    }

    private static String page(String sale, String next) {
        return "{\"sales\":[" + sale + "]" + next + "}";
    }

    static String sale(String id, String state, String before) {
        return """
        {"saleId": "%s", "state": "%s", "opensAt": "2026-01-02T00:00:00Z",
         "previousSaleId": "%s", "offers": [{"offerId": "o2", "stock": 10, "perBuyer": 1,
         "product": {"name": "Lamp"}}]}
        """
                .formatted(id, state, before);
    }

    static String audit(int stock, String store) {
        return """
        {"balanced": true, "queued": 1,
         "book": {"stock": %d, "available": %d, "unpaid": 2, "paid": 4},"store":%s}
        """
                .formatted(stock, stock - 6, store)
                .replace(",\n", ",");
    }
}
