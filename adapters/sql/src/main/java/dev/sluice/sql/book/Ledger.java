package dev.sluice.sql.book;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.sale.Hash;
import dev.sluice.sale.LedgerHead;
import dev.sluice.sale.Movement;
import dev.sluice.sale.Movement.Why;
import dev.sluice.sql.base.Link;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The stock ledger: one chain of movements over the whole book. Each movement's hash covers its
/// predecessor's and the fields of what it names, so nothing can be changed, dropped or slipped in
/// later without a trace. Who can write to the database can also compute the whole chain anew or
/// cut it off: against that, heads are signed and published outside of it.
///
/// The head of the chain is the last row, read in the transaction that appends to it; that is one
/// step down a tree, and no memory of it can go stale.
///
/// `lines` names each order of the movement as `id*units`, separated by spaces. Units that are LOST
/// never had an order; there the ids are those of the claims.
public final class Ledger {

    /// A movement to be written.
    ///
    /// @param content what [Seals] make of the rows that the lines name
    public record Entry(OfferId offer, Instant at, Why why, int units, String lines, Hash content) {

        /// One that names nothing, or only orders that were sealed before.
        public Entry(OfferId offer, Instant at, Why why, int units, String lines) {
            this(offer, at, why, units, lines, Hash.ZERO);
        }
    }

    /// What a movement names, as it is put together: its lines, their units and their seals.
    static final class Lines {

        private final StringBuilder text = new StringBuilder();
        private final Seals seals = new Seals();
        private int units;

        /// With which the rows that are added are sealed.
        Seals seals() {
            return seals;
        }

        /// An order that was sealed before.
        void add(long id, int quantity) {
            if (!text.isEmpty()) text.append(' ');
            text.append(id).append('*').append(quantity);
            units = Math.addExact(units, quantity);
        }

        void add(long id, int quantity, byte[] seal) {
            add(id, quantity);
            seals.add(seal);
        }

        int units() {
            return units;
        }

        Entry entry(OfferId offer, Instant at, Why why) {
            return new Entry(offer, at, why, units, text.toString(), seals.content());
        }
    }

    /// A movement as it stands in the book, nothing about it taken for granted.
    public record Row(
            long sequence,
            OfferId offer,
            long at,
            String why,
            long units,
            String lines,
            Hash hash) {

        /// What the hash must be, given that of the movement before and what it names.
        public Hash expected(Hash previous, Hash content) {
            var digest = begin(previous);
            digest.update(SEALED);
            digest.update(content.bytes());
            return new Hash(digest.digest());
        }

        /// What it was in books of earlier versions, which covered the movement alone.
        public Hash expectedUnsealed(Hash previous) {
            return new Hash(begin(previous).digest());
        }

        private MessageDigest begin(Hash previous) {
            var name = why.getBytes(StandardCharsets.UTF_8);
            var text = lines.getBytes(StandardCharsets.UTF_8);
            var fixed = ByteBuffer.allocate(32 + 4 * Long.BYTES + Integer.BYTES);
            fixed.put(previous.bytes()).putLong(sequence).putLong(offer.value()).putLong(at);
            fixed.putLong(units).putInt(name.length);
            var digest = sha256();
            digest.update(fixed.array());
            digest.update(name);
            digest.update(text);
            return digest;
        }
    }

    /// Stands between the movement and its content; no line contains it.
    private static final byte SEALED = 0;

    public static final String COLUMNS = "sequence, offer_id, at, why, units, lines, hash";

    private static final String FIND_LAST_ROWS =
            "select " + COLUMNS + " from movements order by sequence desc limit 2";

    private static final String FIND_HEAD =
            "select sequence, hash from movements order by sequence desc limit 1";

    private static final String FIND_MOVEMENTS =
            "select "
                    + COLUMNS
                    + " from movements where offer_id = ? and sequence > ?"
                    + " order by sequence limit ?";

    private static final String FIND_ALL_MOVEMENTS =
            "select " + COLUMNS + " from movements where sequence > ? order by sequence limit ?";

    private static final String INSERT_MOVEMENT =
            "insert into movements (" + COLUMNS + ") values (?, ?, ?, ?, ?, ?, ?)";

    private static final String FIND_SETTLED_LINES =
            """
            select lines from movements where offer_id = ? and why = 'SETTLED' order by sequence
            """;

    private Ledger() {}

    public static void append(Link link, Entry entry) throws SQLException {
        var head = findHead(link);
        var row =
                new Row(
                        head.sequence() + 1,
                        entry.offer,
                        entry.at.toEpochMilli(),
                        entry.why.name(),
                        entry.units,
                        entry.lines,
                        head.hash());
        link.update(
                INSERT_MOVEMENT,
                row.sequence,
                row.offer.value(),
                row.at,
                row.why,
                row.units,
                row.lines,
                row.expected(head.hash(), entry.content).bytes());
    }

    /// Refuses a book whose last movement was changed: nothing may be built on it.
    static void checkHead(Link link) throws SQLException {
        var last = link.list(FIND_LAST_ROWS, Ledger::row);
        if (last.isEmpty()) return;
        var previous = last.size() == 2 ? last.getLast().hash : Hash.ZERO;
        var head = last.getFirst();
        boolean holds =
                head.hash.equals(head.expected(previous, SealedRows.content(link, head)))
                        || head.hash.equals(head.expectedUnsealed(previous));
        if (!holds) {
            throw new IllegalStateException(
                    "movement " + head.sequence + " does not match its hash; replay the ledger");
        }
    }

    static List<Movement> find(Link link, OfferId offer, long after, int max) throws SQLException {
        return link.list(FIND_MOVEMENTS, row -> movement(row(row)), offer.value(), after, max);
    }

    /// Movements of all offers, as they stand in the book.
    static List<Row> find(Link link, long after, int max) throws SQLException {
        return link.list(FIND_ALL_MOVEMENTS, Ledger::row, after, max);
    }

    static long lastSequence(Link link) throws SQLException {
        return findHead(link).sequence();
    }

    /// What names the offer's orders: there is no index of orders by offer, which would cost a
    /// quarter of the rate of settlement.
    static List<String> findSettledLines(Link link, OfferId offer) throws SQLException {
        return link.list(FIND_SETTLED_LINES, row -> row.getString(1), offer.value());
    }

    public static Row row(ResultSet row) throws SQLException {
        return new Row(
                row.getLong(1),
                new OfferId(row.getLong(2)),
                row.getLong(3),
                row.getString(4),
                row.getLong(5),
                row.getString(6),
                hash(row.getBytes(7)));
    }

    /// What is not even a hash counts as one that no movement can have.
    private static Hash hash(byte[] bytes) {
        return bytes != null && bytes.length == 32 ? new Hash(bytes) : Hash.ZERO;
    }

    /// The lines of a movement; for one that is LOST the ids are those of claims.
    public static List<Movement.Line> lines(String text) {
        var lines = new ArrayList<Movement.Line>();
        for (int from = 0; from < text.length(); ) {
            int star = text.indexOf('*', from);
            int space = text.indexOf(' ', star);
            int end = space < 0 ? text.length() : space;
            long id = Long.parseLong(text, from, star, 10);
            lines.add(
                    new Movement.Line(new OrderId(id), Integer.parseInt(text, star + 1, end, 10)));
            from = end + 1;
        }
        return lines;
    }

    /// The claims of a movement that is LOST.
    static List<ClaimId> claims(String text) {
        return lines(text).stream().map(line -> new ClaimId(line.order().value())).toList();
    }

    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Movement movement(Row row) {
        var why = Why.valueOf(row.why);
        return new Movement(
                row.sequence,
                row.offer,
                Instant.ofEpochMilli(row.at),
                why,
                Math.toIntExact(row.units),
                why == Why.LOST ? List.of() : lines(row.lines),
                row.hash);
    }

    static LedgerHead findHead(Link link) throws SQLException {
        return link.find(FIND_HEAD, row -> new LedgerHead(row.getLong(1), hash(row.getBytes(2))))
                .orElse(LedgerHead.BEGINNING);
    }
}
