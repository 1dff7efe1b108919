package dev.sluice.capture;

import com.github.shyiko.mysql.binlog.event.DeleteRowsEventData;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.QueryEventData;
import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.UpdateRowsEventData;
import com.github.shyiko.mysql.binlog.event.WriteRowsEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import dev.sluice.port.Changes.Change;
import dev.sluice.port.Unavailable;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Follows the events of one connection and passes on the edits of each transaction at its commit.
/// The log has whole transactions, one after the other, and none that was rolled back.
final class BinlogTransactions {

    private final String schema;
    private final Map<Watched, List<String>> columns;
    private final LogReader.Listener listener;
    private final Edits edits = new Edits();

    /// The tables of the present transaction, by the id that its events use.
    private final Map<Long, TableMapEventData> tables = new HashMap<>();

    private boolean connected;

    BinlogTransactions(
            String schema, Map<Watched, List<String>> columns, LogReader.Listener listener) {
        this.schema = schema;
        this.columns = columns;
        this.listener = listener;
    }

    EventDeserializer deserializer() {
        return BinlogEvents.deserializer(tables, this::isWatched);
    }

    void hear(Event event) {
        switch (event.getHeader().getEventType()) {
            case FORMAT_DESCRIPTION -> connected();
            case QUERY -> query(event.getData());
            case XID -> commit();
            // Its commit or rollback follows as a statement.
            case XA_PREPARE -> forget();
            default -> rows(event);
        }
    }

    /// The first event of a log. The server sends it again when it starts a new file.
    private void connected() {
        if (connected) return;
        connected = true;
        listener.connected();
    }

    private void rows(Event event) {
        switch (event.getData()) {
            case WriteRowsEventData rows -> table(rows.getTableId()).inserted(rows, edits);
            case UpdateRowsEventData rows -> table(rows.getTableId()).updated(rows, edits);
            case DeleteRowsEventData rows -> table(rows.getTableId()).deleted(rows, edits);
            case null, default -> {}
        }
    }

    /// Statements in a log of rows are the bounds of transactions, or change a table as a whole.
    private void query(QueryEventData query) {
        var sql = query.getSql().strip().toLowerCase(Locale.ROOT);
        if (sql.equals("commit")) {
            commit();
        } else if (sql.equals("begin") || sql.equals("rollback") || sql.startsWith("xa ")) {
            if (sql.startsWith("xa commit")) listener.committed(List.of(new Change.Any()));
            forget();
        } else if (isOfSchema(query, sql) && mentionsTable(sql)) {
            throw new Unavailable("a table has been changed; its columns are read again", null);
        }
    }

    private void commit() {
        if (!edits.isEmpty()) listener.committed(edits.take());
        forget();
    }

    private void forget() {
        edits.clear();
        tables.clear();
    }

    private boolean isWatched(TableMapEventData table) {
        return table.getDatabase().equalsIgnoreCase(schema)
                && Watched.of(table.getTable()).isPresent();
    }

    private BinlogRows table(long id) {
        var described = tables.get(id);
        var table = Watched.of(described.getTable()).orElseThrow();
        if (described.getColumnTypes().length != columns.get(table).size()) {
            throw new Unavailable("the columns of " + table.table() + " are read again", null);
        }
        return new BinlogRows(table, columns.get(table));
    }

    private boolean isOfSchema(QueryEventData query, String sql) {
        return schema.equalsIgnoreCase(query.getDatabase())
                || sql.contains(schema.toLowerCase(Locale.ROOT));
    }

    private static boolean mentionsTable(String sql) {
        for (var table : Watched.values()) {
            if (sql.contains(table.table())) return true;
        }
        return false;
    }
}
