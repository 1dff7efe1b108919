package dev.sluice.capture;

import com.github.shyiko.mysql.binlog.event.EventData;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.DeleteRowsEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.FormatDescriptionEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.NullEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.QueryEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.RotateEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.TableMapEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.UpdateRowsEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.WriteRowsEventDataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Predicate;

/// Makes events out of the bytes of a binary log. Rows of tables that nobody watches, orders above
/// all, are passed over unread.
final class BinlogEvents {

    /// MariaDB's numbers for compressed events, the first and the last.
    private static final int COMPRESSED_FIRST = 165;

    private static final int COMPRESSED_LAST = 171;

    private static final int TABLE_ID_BYTES = 6;

    private BinlogEvents() {}

    /// @param tables filled by the deserializer: the tables of the events that follow
    @SuppressWarnings("rawtypes")
    static EventDeserializer deserializer(
            Map<Long, TableMapEventData> tables, Predicate<TableMapEventData> watched) {
        var kinds = new EnumMap<EventType, EventDataDeserializer>(EventType.class);
        kinds.put(EventType.FORMAT_DESCRIPTION, new FormatDescriptionEventDataDeserializer());
        kinds.put(EventType.ROTATE, new RotateEventDataDeserializer());
        kinds.put(EventType.QUERY, new QueryEventDataDeserializer());
        kinds.put(EventType.TABLE_MAP, new TableMapEventDataDeserializer());
        kinds.put(EventType.TRANSACTION_PAYLOAD, (EventDataDeserializer) _ -> refuseCompressed());

        Predicate<Long> wanted = id -> tables.containsKey(id) && watched.test(tables.get(id));
        for (var extended : new boolean[] {false, true}) {
            kinds.put(
                    extended ? EventType.EXT_WRITE_ROWS : EventType.WRITE_ROWS,
                    ifWanted(
                            wanted,
                            new WriteRowsEventDataDeserializer(tables)
                                    .setMayContainExtraInformation(extended)));
            kinds.put(
                    extended ? EventType.EXT_UPDATE_ROWS : EventType.UPDATE_ROWS,
                    ifWanted(
                            wanted,
                            new UpdateRowsEventDataDeserializer(tables)
                                    .setMayContainExtraInformation(extended)));
            kinds.put(
                    extended ? EventType.EXT_DELETE_ROWS : EventType.DELETE_ROWS,
                    ifWanted(
                            wanted,
                            new DeleteRowsEventDataDeserializer(tables)
                                    .setMayContainExtraInformation(extended)));
        }
        return new EventDeserializer(
                BinlogEvents::header, new NullEventDataDeserializer(), kinds, tables);
    }

    /// The rows when they are wanted, and nothing otherwise: what is left is skipped.
    private static EventDataDeserializer<EventData> ifWanted(
            Predicate<Long> wanted, EventDataDeserializer<? extends EventData> rows) {
        return in -> {
            var id = in.read(TABLE_ID_BYTES);
            if (!wanted.test(number(id))) return null;
            var rest = in.read(in.available());
            var whole = new byte[id.length + rest.length];
            System.arraycopy(id, 0, whole, 0, id.length);
            System.arraycopy(rest, 0, whole, id.length, rest.length);
            return rows.deserialize(new ByteArrayInputStream(whole));
        };
    }

    private static EventHeaderV4 header(ByteArrayInputStream in) throws IOException {
        var header = new EventHeaderV4();
        header.setTimestamp(in.readLong(4) * 1000);
        int kind = in.readInteger(1);
        if (kind >= COMPRESSED_FIRST && kind <= COMPRESSED_LAST) refuseCompressed();
        header.setEventType(EventType.byEventNumber(kind));
        header.setServerId(in.readLong(4));
        header.setEventLength(in.readLong(4));
        header.setNextPosition(in.readLong(4));
        header.setFlags(in.readInteger(2));
        return header;
    }

    private static EventData refuseCompressed() throws IOException {
        throw new IOException(BinlogServer.COMPRESSED);
    }

    /// Little-endian, as all numbers of the log.
    private static long number(byte[] bytes) {
        long number = 0;
        for (int i = bytes.length - 1; i >= 0; i--) number = number << 8 | bytes[i] & 0xFF;
        return number;
    }
}
