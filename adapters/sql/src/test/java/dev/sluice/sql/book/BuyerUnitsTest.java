package dev.sluice.sql.book;

import static dev.sluice.contracts.BookSamples.*;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.sluice.contracts.BookFixture;
import dev.sluice.port.OrderBook.NewOrder;
import dev.sluice.sql.SqliteFixture;
import java.util.List;
import org.junit.jupiter.api.Test;

class BuyerUnitsTest extends SqliteFixture implements BookFixture {

    private static NewOrder ofOther(int n) {
        return order(n, claim(n, OTHER_OFFER, 1));
    }

    /// The memory is full when the batch comes to its second offer, and then to its first again.
    @Test
    void an_offer_that_is_let_go_of_in_mid_batch_is_asked_for_in_the_book() {
        publish(10);
        var batch = List.of(order(1, 1), order(2, 1), ofOther(3), order(4, 1));

        assertThrows(
                SettlingBatch.NotNew.class,
                () ->
                        database()
                                .write(link ->
                                        new SettlingBatch(link, batch)
                                                .settleNew(new BuyerUnits(1))));
    }
}
