package dev.sluice.server.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.board.BoardOffer.Availability;
import dev.sluice.contracts.Soon;
import dev.sluice.id.OfferId;
import dev.sluice.server.Answer;
import dev.sluice.server.admin.AdminTest;
import dev.sluice.server.config.StartFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Audits the folder of a sale that was really sold, and copies of it that were tampered with.
class AuditCommandTest extends AdminTest {

    /// File and statement; LAST is the newest order.
    private static final String TAMPERINGS =
            """
            book: update movements set units = units + 1 where sequence = 2
            book: update movements set at = at + 1 where sequence = 3
            book: update movements set hash = zeroblob(32) where sequence = 3
            book: delete from movements where sequence = 4
            book: delete from movements where sequence in (select max(sequence) from movements)
            book: update offers set stock = stock + 1 where stock = 5
            book: update offers set unpaid = unpaid - 1 where unpaid = 7
            book: update offers set paid = paid + 1 where stock = 5
            book: update orders set status = 1 where LAST
            book: update orders set units = 2 where LAST
            book: update orders set buyer_id = 7 where LAST
            book: update orders set buyer_id = (select max(buyer_id) from orders)
            book: update orders set claim_id = 7 where LAST
            book: update orders set amount = amount - 1 where LAST
            book: update orders set currency = 'USD' where LAST
            book: update orders set expires_at = expires_at + 1 where LAST
            book: delete from orders where LAST
            book: insert into orders select order_id + 1, 7, COPIED from orders where LAST
            book: delete from lost_claims
            book: insert into lost_claims select claim_id, 1, 7, 1, '', 0 from orders where LAST
            claims: delete from claims where sequence = 1
            claims: update claims set units = 2 where sequence = 2
            claims: update claims set claim_id = claim_id + 1 where sequence = 3
            claims: update claims set units = 99 where sequence = 16
            claims: insert into claims select 99, claim_id, 1, 7, 1, at from claims limit 1
            claims: delete from parked
            claims: update cursors set acknowledged = 1000
            """
                    .replace("LAST", "order_id in (select max(order_id) from orders)")
                    .replace(
                            "COPIED",
                            "offer_id, buyer_id, units, amount, currency, status, placed_at,"
                                    + " expires_at, paid_at, late_money");

    private static final List<String> FILES =
            List.of("book.db", "claims.db", "ledger-heads", "audit-key.pub");

    @TempDir Path copies;

    private record Result(int code, String text) {

        JsonNode json() {
            return new Answer(0, Map.of(), text.getBytes(StandardCharsets.UTF_8)).json();
        }
    }

    private static Result audit(Path data, String... more) {
        var bytes = new ByteArrayOutputStream();
        var options = Stream.concat(Stream.of("--data", data.toString()), Stream.of(more)).toList();
        int code =
                AuditCommand.run(
                        options, Map.of(), new PrintStream(bytes, true, StandardCharsets.UTF_8));
        return new Result(code, bytes.toString(StandardCharsets.UTF_8));
    }

    /// Three offers: one sold out and partly expired, one restocked, one with parked and queued
    /// claims.
    private void sellABit() throws InterruptedException {
        var sale = published(5, 4, 6);
        sell(sale.text("offers/0/offerId"), 5);
        clock.advance(Duration.ofMinutes(20));
        var engine = sluice.engine();
        await(() -> isFree(offerId(sale.text("offers/0/offerId")), 5));
        sell(sale.text("offers/0/offerId"), 3);
        var restocked = sale.text("offers/1/offerId");
        operator().post("/admin/offers/" + restocked + "/restock", Map.of("quantity", 6)).is(200);
        sell(restocked, 7);
        holdSettlement();
        var third = sale.text("offers/2/offerId");
        for (var visitor : crowd(3, third)) claim(third, visitor).is(202);
        var queue = engine.ports().queue();
        var deliveries = queue.take(2, Soon.LIMIT);
        queue.park(deliveries.get(0), "poisoned");
        queue.park(deliveries.get(1), "poisoned too");
        engine.settlement().drop(deliveries.get(1).claim().id());
    }

    /// Whether so many units are on sale: an order ends in the book before its units are free.
    private boolean isFree(OfferId offer, int units) {
        var engine = sluice.engine();
        boolean isOpen = engine.sales().availability(offer) == Availability.OPEN;
        return isOpen && engine.ports().store().balance(offer).orElseThrow().free() == units;
    }

    @Test
    void a_sale_is_proven_while_it_runs_and_after_it() throws Exception {
        sellABit();

        var running = audit(folder);
        stopSluice();
        var after = audit(folder, "--json");

        assertEquals(0, running.code, running::text);
        assertTrue(running.text.contains("proven: "), running::text);
        assertEquals(0, after.code, after::text);
        var offers = after.json().get("offers");
        assertUnits(offers.get(0), "{stock=5, unpaid=3, paid=0, held=0, free=2, orders=8, lost=0}");
        assertUnits(
                offers.get(1), "{stock=10, unpaid=7, paid=0, held=0, free=3, orders=7, lost=0}");
        assertUnits(offers.get(2), "{stock=6, unpaid=0, paid=0, held=2, free=4, orders=0, lost=1}");
        assertTrue(after.json().get("proven").asBoolean());
        assertEquals(18, after.json().get("claims").asLong());
        assertTrue(after.json().get("heads").asInt() > 0, after::text);
    }

    /// Without a head a ledger that was made anew would not show, and nobody should think so.
    @Test
    void an_audit_says_whether_it_had_published_heads_to_compare_with() throws Exception {
        sellABit();
        stopSluice();
        assertTrue(audit(folder).text.contains("Compared with "), audit(folder)::text);
        for (var name : List.of(LedgerHeads.EARLIER_NAME, LedgerHeads.NAME)) {
            Files.deleteIfExists(folder.resolve(name));
        }

        var without = audit(folder);

        assertEquals(0, without.code, without::text);
        assertTrue(without.text.contains("Compared with no published head"), without::text);
    }

    private static void assertUnits(JsonNode offer, String expected) {
        var shown = new LinkedHashMap<String, Long>();
        for (var name : List.of("stock", "unpaid", "paid", "held", "free", "orders", "lost")) {
            shown.put(name, offer.get(name).asLong());
        }
        assertEquals(expected, shown.toString());
    }

    @TestFactory
    Stream<DynamicTest> every_kind_of_tampering_is_found() throws Exception {
        sellABit();
        stopSluice();
        return TAMPERINGS.lines().map(line -> line.split(": ")).map(p -> tampered(p[0], p[1]));
    }

    private DynamicTest tampered(String file, String sql) {
        return DynamicTest.dynamicTest(
                file + ": " + sql,
                () -> {
                    var copy = Files.createTempDirectory(copies, "copy");
                    for (var name : FILES) {
                        Files.copy(folder.resolve(name), copy.resolve(name));
                    }
                    assertEquals(0, audit(copy).code, "the copy itself");
                    assertTrue(execute(copy.resolve(file + ".db"), sql) > 0, "something changed");

                    var found = audit(copy);

                    assertEquals(1, found.code, found::text);
                    assertTrue(found.text.contains("difference: "), found::text);
                    assertTrue(found.text.contains("disproven: "), found::text);
                });
    }

    private static int execute(Path file, String sql) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            statement.execute("pragma ignore_check_constraints = on");
            return statement.executeUpdate(sql);
        }
    }

    @Test
    void what_cannot_be_read_is_said_in_a_line() throws IOException {
        assertRefused("Name the folder", List.of());
        assertRefused("needs a value", List.of("--data"));
        assertRefused("Did you mean --data?", List.of("--dat", "x"));
        assertRefused("no readable book.db", List.of("--data", copies + "/nowhere"));
        Files.writeString(copies.resolve("book.db"), "not a database, but long enough to be read");
        Files.writeString(
                copies.resolve("claims.db"), "not a database, but long enough to be read");
        assertRefused("cannot be read", List.of("--data=" + copies));
    }

    private static void assertRefused(String part, List<String> options) {
        var failure =
                assertThrows(
                        StartFailure.class, () -> AuditCommand.run(options, Map.of(), System.out));
        assertTrue(failure.getMessage().contains(part), failure.getMessage());
        assertEquals(1, failure.getMessage().lines().count());
    }

    @Test
    void help_is_given() {
        var bytes = new ByteArrayOutputStream();

        assertEquals(0, AuditCommand.run(List.of("--help"), Map.of(), new PrintStream(bytes)));
        assertTrue(bytes.toString(StandardCharsets.UTF_8).contains("--json"));
    }
}
