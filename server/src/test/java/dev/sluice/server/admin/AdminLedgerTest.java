package dev.sluice.server.admin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.sluice.server.Answer;
import dev.sluice.server.Garbage;
import dev.sluice.server.json.Code;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class AdminLedgerTest extends AdminTest {

    private static final String UNKNOWN = "0ns7d2k8v0w1a";

    /// A buyer's only order.
    private record Bought(String buyer, String claim, String order) {}

    private Bought bought(Visitor visitor) {
        var session = api.as(visitor.session());
        var orders = session.get("/orders").is(200);
        return new Bought(
                session.get("/me").is(200).text("buyerId"),
                orders.text("orders/0/claimId"),
                orders.text("orders/0/orderId"));
    }

    @Test
    void an_order_is_found_by_its_own_id_its_claim_and_its_buyer() {
        var offer = openOffer(9);
        sell(offer, 2);
        var visitor = sell(offer, 1).getFirst();
        sell(offer, 2);
        var bought = bought(visitor);
        api.as(visitor.session()).post("/orders/" + bought.order + "/cancel").is(200);

        for (var id : List.of(bought.order, bought.claim, bought.buyer)) {
            var found = operator().get(ledger(offer) + "?find=" + id).is(200);
            assertEquals(List.of("SETTLED", "CANCELLED"), whys(found), id);
            for (var movement : found.json().get("movements")) {
                assertTrue(movement.get("orders").toString().contains(bought.order));
            }
            assertTrue(found.json().path("next").isMissingNode());
        }
    }

    @Test
    void what_is_of_another_offer_or_of_nobody_is_not_found() {
        var offer = openOffer(9);
        sell(offer, 1);
        var other = openOffer(9);
        var elsewhere = bought(sell(other, 1).getFirst());
        var ids = List.of(elsewhere.order, elsewhere.claim, elsewhere.buyer, UNKNOWN, "x");

        for (var id : ids) {
            var found = operator().get(ledger(offer) + "?find=" + id).is(200);
            assertEquals(List.of(), whys(found), id);
        }
        operator().get(ledger(offer) + "?find=a%20b").isInvalid("find");
        operator().get(ledger(offer) + "?find=").isInvalid("find");
    }

    @Test
    void a_claim_that_is_not_settled_is_not_found() {
        var offer = openOffer(1);
        holdSettlement();
        var visitor = crowd(1, offer).getFirst();
        var claim = claim(offer, visitor).is(202).text("claimId");

        assertEquals(List.of(), whys(operator().get(ledger(offer) + "?find=" + claim).is(200)));
    }

    @Test
    void a_search_that_finds_more_than_its_limit_goes_on() {
        var offer = openOffer(9);
        var visitor = sell(offer, 1).getFirst();
        var order = bought(visitor).order;
        api.as(visitor.session()).post("/orders/" + order + "/cancel").is(200);

        var first = operator().get(ledger(offer) + "?limit=1&find=" + order).is(200);
        var rest = ledger(offer) + "?find=" + order + "&after=" + first.text("next");

        assertEquals(List.of("SETTLED"), whys(first));
        assertEquals(List.of("CANCELLED"), whys(operator().get(rest).is(200)));
    }

    @Test
    void a_search_looks_at_so_many_movements_and_says_where_to_go_on() {
        var offer = openOffer(9);
        for (int i = 0; i < 5; i++) restock(offer);
        var order = bought(sell(offer, 1).getFirst()).order;
        var engine = sluice.engine();
        var search = new LedgerSearch(engine.ports().book(), engine.passes(), 3);

        var first = search.find(offerId(offer), order, 0, 10);
        var second = search.find(offerId(offer), order, first.next().orElseThrow(), 10);
        var third = search.find(offerId(offer), order, second.next().orElseThrow(), 10);

        assertEquals(0, first.movements().size());
        assertEquals(0, second.movements().size());
        assertEquals(1, third.movements().size());
        assertTrue(third.next().isEmpty());
    }

    @Test
    void the_file_has_a_line_for_each_order_and_its_units_sum_up() {
        var offer = openOffer(9);
        var orders = new ArrayList<String>();
        for (var visitor : sell(offer, 3)) orders.add(bought(visitor).order);
        restock(offer);

        var file = operator().get(ledger(offer) + ".csv").is(200);
        var lines = List.of(file.body().split("\r\n", -1));

        assertEquals("text/csv; charset=utf-8; header=present", file.header("content-type").get());
        assertEquals("sequence,at,why,from,to,units,orderId,hash", lines.getFirst());
        assertEquals("", lines.getLast());
        assertEquals(7, lines.size());
        assertTrue(lines.get(1).matches("\\d+,[0-9TZ:.-]+,STOCKED,OUTSIDE,FREE,9,,[0-9a-f]{64}"));
        for (var order : orders) {
            var named = lines.stream().filter(line -> line.contains("," + order + ",")).toList();
            assertEquals(1, named.size());
            assertTrue(named.getFirst().contains(",SETTLED,HELD,UNPAID,1,"), named.getFirst());
        }
        assertTrue(lines.get(5).contains(",RESTOCKED,OUTSIDE,FREE,1,,"), lines.get(5));
    }

    @Test
    void a_file_of_many_pages_is_whole_and_in_order() {
        var offer = openOffer(9);
        for (int i = 0; i < 450; i++) restock(offer);

        var lines = operator().get(ledger(offer) + ".csv").is(200).body().split("\r\n");
        long[] sequences = Stream.of(lines).skip(1).mapToLong(AdminLedgerTest::sequence).toArray();

        assertEquals(451, sequences.length);
        for (int i = 1; i < sequences.length; i++) {
            assertTrue(sequences[i - 1] < sequences[i], "line " + i);
        }
    }

    private static long sequence(String line) {
        return Long.parseLong(line.substring(0, line.indexOf(',')));
    }

    @Test
    void a_draft_has_a_file_with_names_alone_and_a_head_has_no_body() {
        var draft = draft(3).text("offers/0/offerId");

        assertEquals(
                "sequence,at,why,from,to,units,orderId,hash\r\n",
                operator().get(ledger(draft) + ".csv").is(200).body());
        assertEquals("", operator().send("HEAD", ledger(draft) + ".csv", new byte[0]).body());
    }

    @Test
    void a_cell_is_never_a_formula_and_never_two_cells() {
        for (var formula : List.of("=1+1", "+1", "-1", "@sum", "\tx")) {
            assertEquals("'" + formula, LedgerCsv.cell(formula));
        }
        assertEquals("\"'=a(\"\"b\"\",1)\"", LedgerCsv.cell("=a(\"b\",1)"));
        assertEquals("\"two\r\nlines\"", LedgerCsv.cell("two\r\nlines"));
        assertEquals("0ns7d2k8v0w1a", LedgerCsv.cell("0ns7d2k8v0w1a"));
        assertEquals("", LedgerCsv.cell(""));
    }

    @Test
    void unknown_offers_and_strangers_are_refused() {
        operator().get(ledger(UNKNOWN) + ".csv").is(Code.NO_SUCH_OFFER);
        operator().get(ledger("a.b") + ".csv").isInvalid("offerId");
        api.get(ledger(UNKNOWN) + ".csv").is(Code.NO_OPERATOR);
    }

    @TestFactory
    Stream<DynamicTest> garbage_is_refused() {
        return Garbage.to(operator(), "GET", ledger(openOffer(1)) + ".csv").tests();
    }

    private void restock(String offer) {
        var book = sluice.engine().ports().book();
        book.restock(offerId(offer), 1, clock.instant());
    }

    private static List<String> whys(Answer page) {
        return page.json().get("movements").findValuesAsText("why");
    }

    private static String ledger(String offer) {
        return "/admin/offers/" + offer + "/ledger";
    }
}
