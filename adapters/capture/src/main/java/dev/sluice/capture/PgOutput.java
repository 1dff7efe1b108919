package dev.sluice.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.sluice.port.Changes.Change;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Understands what the plugin `pgoutput` sends, in version 1 of its protocol, and passes on the
/// edits of each transaction at its commit. Whole transactions come one after the other, and none
/// that was rolled back.
final class PgOutput {

    /// A table as the server describes it before its first row.
    private record Table(Watched watched, List<String> columns) {}

    /// Stands for a long value that did not change and was therefore not sent.
    private static final String UNCHANGED = "\0unchanged";

    private final String schema;
    private final OfferMemory offers;
    private final LogReader.Listener listener;
    private final Edits edits = new Edits();

    /// Those that are watched, by the number that the messages use.
    private final Map<Integer, Table> tables = new HashMap<>();

    PgOutput(String schema, OfferMemory offers, LogReader.Listener listener) {
        this.schema = schema;
        this.offers = offers;
        this.listener = listener;
    }

    void hear(ByteBuffer message) {
        switch (message.get()) {
            case 'B' -> edits.clear();
            case 'C' -> commit();
            case 'R' -> describe(message);
            case 'I' -> inserted(message);
            case 'U' -> updated(message);
            case 'D' -> deleted(message);
            case 'T' -> edits.add(new Change.Any());
            // Origins, types and messages of other people.
            default -> {}
        }
    }

    private void commit() {
        if (!edits.isEmpty()) listener.committed(edits.take());
    }

    private void describe(ByteBuffer message) {
        int id = message.getInt();
        boolean ours = text(message).equals(schema);
        var watched = Watched.of(text(message));
        message.get();
        var columns = new ArrayList<String>();
        for (int left = message.getShort(); left > 0; left--) {
            message.get();
            columns.add(text(message));
            message.getLong();
        }
        tables.remove(id);
        if (ours && watched.isPresent()) tables.put(id, new Table(watched.get(), columns));
    }

    private void inserted(ByteBuffer message) {
        var table = tables.get(message.getInt());
        if (table == null) return;
        message.get();
        var row = row(table, message);
        remember(table, row);
        tell(table, number(row, table.watched.owner()));
    }

    /// The former row comes first, with the columns of the key alone, when the key has changed.
    private void updated(ByteBuffer message) {
        var table = tables.get(message.getInt());
        if (table == null) return;
        if (message.get() != 'N') {
            forget(table, row(table, message));
            message.get();
        }
        var row = row(table, message);
        var former = remember(table, row);
        var owner = number(row, table.watched.owner());
        if (table.watched == Watched.OFFERS) {
            if (former.isPresent() && former.equals(recall(row))) return;
            former.ifPresent(seen -> tell(table, seen.sale()));
        }
        tell(table, owner);
    }

    private void deleted(ByteBuffer message) {
        var table = tables.get(message.getInt());
        if (table == null) return;
        message.get();
        forget(table, row(table, message));
    }

    /// Tells whose row it was that went.
    private void forget(Table table, Map<String, String> key) {
        if (table.watched != Watched.OFFERS) {
            tell(table, number(key, table.watched.owner()));
            return;
        }
        tell(table, recall(key).flatMap(OfferMemory.Seen::sale));
        number(key, Watched.OFFERS.key()).ifPresent(offers::remove);
    }

    private Optional<OfferMemory.Seen> recall(Map<String, String> row) {
        return number(row, Watched.OFFERS.key()).flatMap(offers::find);
    }

    /// @return what was remembered of the offer before
    private Optional<OfferMemory.Seen> remember(Table table, Map<String, String> row) {
        if (table.watched != Watched.OFFERS) return Optional.empty();
        var former = recall(row);
        var values = new ArrayList<String>();
        for (var column : table.columns) {
            if (table.watched.counts(column)) continue;
            var value = row.get(column);
            boolean unchanged = UNCHANGED.equals(value) && former.isPresent();
            values.add(unchanged ? former.get().values().get(values.size()) : value);
        }
        var seen = new OfferMemory.Seen(number(row, table.watched.owner()), values);
        number(row, table.watched.key()).ifPresent(offer -> offers.put(offer, seen));
        return former;
    }

    private void tell(Table table, Optional<Long> owner) {
        edits.add(owner.map(table.watched::edited).orElseGet(Change.Any::new));
    }

    private static Optional<Long> number(Map<String, String> row, String column) {
        return Optional.ofNullable(row.get(column)).map(Long::valueOf);
    }

    private static Map<String, String> row(Table table, ByteBuffer message) {
        var row = new HashMap<String, String>();
        int count = message.getShort();
        for (int i = 0; i < count; i++) row.put(table.columns.get(i), value(message));
        return row;
    }

    private static String value(ByteBuffer message) {
        byte kind = message.get();
        return switch (kind) {
            case 'n' -> null;
            case 'u' -> UNCHANGED;
            case 't' -> {
                var bytes = new byte[message.getInt()];
                message.get(bytes);
                yield new String(bytes, UTF_8);
            }
            default -> throw new IllegalStateException("no value is of kind " + kind);
        };
    }

    /// Up to a zero.
    private static String text(ByteBuffer message) {
        int start = message.position();
        while (message.get() != 0) {}
        var bytes = new byte[message.position() - start - 1];
        message.get(start, bytes);
        return new String(bytes, UTF_8);
    }
}
