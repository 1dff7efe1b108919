package dev.sluice.capture;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.github.shyiko.mysql.binlog.event.UpdateRowsEventData;
import dev.sluice.id.SaleId;
import dev.sluice.port.Changes.Change;
import java.io.Serializable;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// Images of a row of four columns, of which some may be missing.
class BinlogRowsTest {

    private static final Change ANY = new Change.Any();

    private final BinlogRows rows =
            new BinlogRows(Watched.OFFERS, List.of("offer_id", "sale_id", "currency", "unpaid"));

    @Test
    void a_full_image_says_what_changed_and_whose_it_is() {
        assertEquals(List.of(), edits("1111", row(1, 10, "EUR", 0), "1111", row(1, 10, "EUR", 1)));
        assertEquals(
                List.of(sale(10)),
                edits("1111", row(1, 10, "EUR", 0), "1111", row(1, 10, "USD", 1)));
        assertEquals(
                List.of(sale(10), sale(20)),
                edits("1111", row(1, 10, "EUR", 0), "1111", row(1, 20, "EUR", 0)));
        assertEquals(
                List.of(sale(10)),
                edits("1111", row(1, 10, null, 0), "1111", row(1, 10, "EUR", 0)));
    }

    @Test
    void texts_are_compared_by_their_bytes() {
        byte[] text = {1, 2};
        assertEquals(
                List.of(), edits("1110", row(1, 10, text), "1110", row(1, 10, new byte[] {1, 2})));
        assertEquals(
                List.of(sale(10)),
                edits("1110", row(1, 10, text), "1110", row(1, 10, new byte[] {1, 3})));
    }

    @Test
    void a_small_image_tells_counts_apart_but_not_whose_it_is() {
        assertEquals(List.of(), edits("1000", row(1), "0001", row(7)));
        assertEquals(List.of(ANY), edits("1000", row(1), "0010", row("USD")));
        assertEquals(List.of(ANY, sale(20)), edits("1000", row(1), "0100", row(20)));
    }

    private static Change sale(long id) {
        return new Change.SaleEdited(new SaleId(id));
    }

    private static Serializable[] row(Serializable... values) {
        return values;
    }

    private List<Change> edits(
            String columnsBefore,
            Serializable[] before,
            String columnsAfter,
            Serializable[] after) {
        var event = new UpdateRowsEventData();
        event.setIncludedColumnsBeforeUpdate(bits(columnsBefore));
        event.setIncludedColumns(bits(columnsAfter));
        event.setRows(List.of(Map.entry(before, after)));
        var edits = new Edits();
        rows.updated(event, edits);
        return edits.take();
    }

    private static BitSet bits(String text) {
        var bits = new BitSet();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '1') bits.set(i);
        }
        return bits;
    }
}
