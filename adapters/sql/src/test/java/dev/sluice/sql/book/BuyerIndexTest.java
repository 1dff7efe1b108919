package dev.sluice.sql.book;

import static dev.sluice.contracts.AtOnce.allAtOnce;
import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.sluice.contracts.BookFixture;
import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.sale.Claim;
import dev.sluice.sql.SqliteFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// That a buyer's orders are found wherever they are: in memory, in the table, or in both.
class BuyerIndexTest extends SqliteFixture implements BookFixture {

    private static final int BUYERS = 7;

    @Test
    void orders_are_found_before_and_after_they_are_indexed() {
        publish(1_000, 1_000);
        book().settle(spread(1, 100));
        assertFound(1, 100);

        assertEquals(99, book().indexBuyers());
        assertEquals(0, book().indexBuyers());
        assertFound(1, 100);

        book().settle(spread(100, 200));
        assertFound(1, 200);
        restart();
        assertFound(1, 200);
        assertEquals(100, book().indexBuyers());
        restart();
        assertEquals(0, book().indexBuyers());
        assertFound(1, 200);
    }

    @Test
    void an_order_with_an_earlier_id_than_those_indexed_is_found() {
        publish(1_000, 1_000);
        book().settle(spread(50, 100));
        book().indexBuyers();

        book().settle(spread(1, 50));

        assertFound(1, 100);
        restart();
        assertFound(1, 100);
    }

    @Test
    void settling_indexes_when_too_much_waits_in_memory() {
        publish(1_000, 1_000);
        var small = new SqlOrderBook(database(), 150);

        small.settle(spread(1, 101));
        assertEquals(0, indexed());
        small.settle(spread(101, 201));
        assertEquals(200, indexed());
        assertEquals(200, found(small, 200));
    }

    @Test
    void nothing_is_missed_while_indexing_and_settling_go_on() throws Exception {
        publish(10_000, 10_000);
        var settled = new AtomicInteger();

        allAtOnce(
                8,
                i -> {
                    for (int step = 0; step < 25; step++) {
                        if (i < 4) settled.addAndGet(settleSome(i * 25 + step));
                        else book().indexBuyers();
                    }
                    return null;
                });

        assertEquals(1_000, settled.get());
        assertEquals(1_000, found(book(), 10_000));
        restart();
        assertEquals(1_000, found(book(), 10_000));
    }

    private int settleSome(int step) {
        return book().settle(spread(1 + step * 10, 11 + step * 10)).size();
    }

    private int indexed() {
        var count = "select count(*) from buyer_orders";
        return database().read(link -> link.find(count, row -> row.getInt(1)).orElseThrow());
    }

    private void assertFound(int from, int to) {
        for (int buyer = 0; buyer < BUYERS; buyer++) {
            var expected = new ArrayList<Integer>();
            for (int n = to - 1; n >= from; n--) if (n % BUYERS == buyer) expected.add(n);
            var found =
                    book().findOrders(buyer(buyer), Optional.empty(), 1_000).stream()
                            .map(order -> (int) (order.id().value() - orderId(0).value()))
                            .toList();
            assertEquals(expected, found);
        }
    }

    private static int found(SqlOrderBook book, int max) {
        int found = 0;
        for (int buyer = 0; buyer < BUYERS; buyer++) {
            found += book.findOrders(buyer(buyer), Optional.empty(), max).size();
        }
        return found;
    }

    /// Orders with these numbers, dealt to a few buyers in turn.
    private static List<NewOrder> spread(int from, int to) {
        var orders = new ArrayList<NewOrder>();
        for (int n = from; n < to; n++) {
            var claim = claim(n, 1);
            orders.add(order(n, new Claim(claim.id(), OFFER, buyer(n % BUYERS), 1, NOW)));
        }
        return orders;
    }
}
