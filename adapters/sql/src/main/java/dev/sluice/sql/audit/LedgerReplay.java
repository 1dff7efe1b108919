package dev.sluice.sql.audit;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.sale.Hash;
import dev.sluice.sale.LedgerHead;
import dev.sluice.sql.base.Database;
import dev.sluice.sql.base.Link;
import dev.sluice.sql.base.Rows;
import dev.sluice.sql.base.SqliteDatabase;
import dev.sluice.sql.book.Ledger;
import dev.sluice.sql.book.SealedRows;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Judges a book from outside: replays its ledger from the first movement on, with arithmetic of
/// its own, and compares what comes out with the orders, the lost claims, the payments and the
/// offers' counts, and all that is said of money with each other.
///
/// It reads one state of the book and changes nothing, so a server may be using it. Rows are
/// streamed; what is kept in memory is two small objects per order and per lost claim.
public final class LedgerReplay {

    /// What the ledger says of an offer in the end.
    ///
    /// @param orders orders that were ever settled
    /// @param lost units of claims that were lost
    public record OfferResult(
            OfferId offer, long stock, long unpaid, long paid, long orders, long lost) {

        public long available() {
            return stock - unpaid - paid;
        }
    }

    /// @param unsealed movements of an earlier version, which cover units and ids of orders alone
    /// @param head the hash of the last movement, which stands for the whole ledger
    /// @param findings what is wrong, in words; the first of them when there are very many
    public record Result(
            long movements,
            long unsealed,
            Hash head,
            List<OfferResult> offers,
            List<String> findings) {

        public boolean clean() {
            return findings.isEmpty();
        }
    }

    private static final int FINDINGS_MAX = 200;
    private static final int LINES_SHOWN = 100;

    private static final String FIND_MOVEMENTS =
            "select " + Ledger.COLUMNS + " from movements order by sequence";

    private static final String FIND_ORDERS =
            """
            select order_id, offer_id, units, status, paid_at, late_money from orders
             order by order_id
            """;

    private static final String FIND_PAYMENTS =
            "select payment_id, order_id, status from payments order by payment_id";

    private static final String FIND_LOST_CLAIMS =
            "select claim_id, offer_id, units from lost_claims order by claim_id";

    private static final String FIND_OFFERS =
            "select offer_id, stock, unpaid, paid, stocked from offers order by offer_id";

    private static final String FIND_DOUBLE_CLAIMS =
            "select claim_id from orders not indexed group by claim_id having count(*) > 1";

    private static final String FIND_WON_AND_LOST =
            "select claim_id from orders not indexed join lost_claims using (claim_id)";

    private final List<String> findings = new ArrayList<>();
    private final ReplayedBook book = new ReplayedBook(this::report);
    // Two that differ in one place are both kept: each was the truth to whoever published it.
    private final Map<Long, Set<Hash>> published = new HashMap<>();
    private SealedRows sealed;
    private long sequence;
    private long unsealed;
    private Hash head = Hash.ZERO;

    private LedgerReplay(List<LedgerHead> heads) {
        for (var known : heads) {
            published.computeIfAbsent(known.sequence(), _ -> new HashSet<>()).add(known.hash());
        }
    }

    /// Replays the book in this database.
    public static Result of(Database database) {
        return of(database, List.of());
    }

    /// Replays the book as the transaction under way sees it.
    static Result of(Link link) throws SQLException {
        return new LedgerReplay(List.of()).replay(link);
    }

    /// Replays the book in this SQLite file.
    public static Result of(Path file) {
        return of(file, List.of());
    }

    /// The same, and compares it with heads that are known from elsewhere: only these show that a
    /// ledger was computed anew, or cut off at its end.
    public static Result of(Database database, List<LedgerHead> heads) {
        return database.read(link -> new LedgerReplay(heads).replay(link));
    }

    /// The same of an SQLite file.
    public static Result of(Path file, List<LedgerHead> heads) {
        try (var link = SqliteDatabase.openReadOnly(file)) {
            link.update("begin");
            return new LedgerReplay(heads).replay(link);
        } catch (SQLException e) {
            throw SqliteDatabase.failure(file, e);
        }
    }

    private Result replay(Link link) throws SQLException {
        sealed = SealedRows.all(link);
        link.stream(FIND_MOVEMENTS, row -> follow(Ledger.row(row)));
        reportCut();
        link.stream(FIND_ORDERS, row -> book.compareOrder(order(row)));
        link.stream(
                FIND_LOST_CLAIMS,
                row ->
                        book.compareLost(
                                new ClaimId(row.getLong(1)),
                                new OfferId(row.getLong(2)),
                                row.getLong(3)));
        link.stream(
                FIND_OFFERS,
                row ->
                        book.compareOffer(
                                new OfferId(row.getLong(1)), counts(row), row.getInt(5) == 1));
        link.stream(
                FIND_DOUBLE_CLAIMS,
                row -> report("claim %d has more than one order".formatted(row.getLong(1))));
        link.stream(
                FIND_WON_AND_LOST,
                row -> report("claim %d is both won and lost".formatted(row.getLong(1))));
        link.stream(
                FIND_PAYMENTS,
                row ->
                        book.comparePayment(
                                row.getLong(1), new OrderId(row.getLong(2)), row.getString(3)));
        book.reportMissing();
        MoneyChecks.run(link, this::report);
        return new Result(sequence, unsealed, head, book.results(), List.copyOf(findings));
    }

    private void follow(Ledger.Row row) {
        if (row.sequence() != sequence + 1) {
            report("movement %d follows movement %d".formatted(row.sequence(), sequence));
        }
        if (!isWhole(row)) {
            report("movement %d does not match its hash".formatted(row.sequence()));
            if (!row.lines().isEmpty()) {
                report("movement %d covers %s".formatted(row.sequence(), shortened(row.lines())));
            }
        }
        var known = published.remove(row.sequence());
        if (known != null && !known.equals(Set.of(row.hash()))) {
            report("movement %d is not the one that was published".formatted(row.sequence()));
        }
        sequence = row.sequence();
        head = row.hash();
        book.apply(row);
    }

    /// A movement of an earlier version is good only where no newer one stands before it.
    private boolean isWhole(Ledger.Row row) {
        if (row.hash().equals(row.expected(head, sealed.content(row)))) return true;
        if (unsealed < sequence || !row.hash().equals(row.expectedUnsealed(head))) return false;
        unsealed++;
        return true;
    }

    private void reportCut() {
        published.keySet().stream()
                .max(Long::compare)
                .ifPresent(last ->
                        report(
                                "the ledger ends with movement %d, and movement %d was published"
                                        .formatted(sequence, last)));
    }

    private static String shortened(String lines) {
        return lines.length() <= LINES_SHOWN ? lines : lines.substring(0, LINES_SHOWN) + " ...";
    }

    private static ReplayedBook.OrderRow order(ResultSet row) throws SQLException {
        return new ReplayedBook.OrderRow(
                new OrderId(row.getLong(1)),
                new OfferId(row.getLong(2)),
                row.getLong(3),
                row.getInt(4),
                Rows.optionalLong(row, 5),
                Rows.optionalText(row, 6));
    }

    private static ReplayedBook.Counts counts(ResultSet row) throws SQLException {
        return new ReplayedBook.Counts(row.getLong(2), row.getLong(3), row.getLong(4));
    }

    private void report(String finding) {
        if (findings.size() < FINDINGS_MAX) findings.add(finding);
    }
}
