package dev.sluice.capture;

import com.github.shyiko.mysql.binlog.event.DeleteRowsEventData;
import com.github.shyiko.mysql.binlog.event.UpdateRowsEventData;
import com.github.shyiko.mysql.binlog.event.WriteRowsEventData;
import dev.sluice.port.Changes.Change;
import java.io.Serializable;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Which edits the rows of one table make. An image of a row has all columns with
/// `binlog_row_image=FULL`, and otherwise may have only the key before and what changed after.
///
/// @param columns all columns of the table, in their order
record BinlogRows(Watched table, List<String> columns) {

    void inserted(WriteRowsEventData event, Edits edits) {
        for (var row : event.getRows()) {
            tell(edits, image(event.getIncludedColumns(), row));
        }
    }

    void deleted(DeleteRowsEventData event, Edits edits) {
        for (var row : event.getRows()) {
            tell(edits, image(event.getIncludedColumns(), row));
        }
    }

    void updated(UpdateRowsEventData event, Edits edits) {
        for (var row : event.getRows()) {
            var before = image(event.getIncludedColumnsBeforeUpdate(), row.getKey());
            var after = image(event.getIncludedColumns(), row.getValue());
            if (!isEdit(before, after)) continue;
            tell(edits, before);
            if (after.containsKey(table.owner())) tell(edits, after);
        }
    }

    private boolean isEdit(Map<String, Serializable> before, Map<String, Serializable> after) {
        for (var column : after.entrySet()) {
            var name = column.getKey();
            if (table.counts(name)) continue;
            if (!before.containsKey(name)) return true;
            if (!Objects.deepEquals(before.get(name), column.getValue())) return true;
        }
        return false;
    }

    /// When the image does not say whose row it is, it may be anybody's.
    private void tell(Edits edits, Map<String, Serializable> image) {
        edits.add(
                image.get(table.owner()) instanceof Number owner
                        ? table.edited(owner.longValue())
                        : new Change.Any());
    }

    private Map<String, Serializable> image(BitSet included, Serializable[] values) {
        var image = new HashMap<String, Serializable>();
        int next = 0;
        for (int i = included.nextSetBit(0); i >= 0; i = included.nextSetBit(i + 1)) {
            image.put(columns.get(i), values[next++]);
        }
        return image;
    }
}
