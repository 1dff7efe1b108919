package dev.sluice.sql;

import dev.sluice.sale.ClaimId;
import dev.sluice.sale.Hash;
import dev.sluice.sale.OfferId;
import dev.sluice.sale.OrderId;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/// Judges a book from outside: replays its ledger from the first movement on, with arithmetic of
/// its own, and compares what comes out with the orders, the lost claims and the offers' counts.
///
/// It reads one state of the book and changes nothing, so a server may be using it. Rows are
/// streamed; what is kept in memory is one small object per order and per lost claim.
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

    /// @param head the hash of the last movement, which stands for the whole ledger
    /// @param findings what is wrong, in words; the first of them when there are very many
    public record Result(
            long movements, Hash head, List<OfferResult> offers, List<String> findings) {

        public boolean clean() {
            return findings.isEmpty();
        }
    }

    private static final int FINDINGS_MAX = 200;

    private static final String FIND_MOVEMENTS =
            "select " + Ledger.COLUMNS + " from movements order by sequence";

    private static final String FIND_ORDERS =
            "select order_id, offer_id, units, status from orders order by order_id";

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
    private long sequence;
    private Hash head = Hash.ZERO;

    private LedgerReplay() {}

    /// Replays the book in this database.
    public static Result of(Database database) {
        return database.read(link -> new LedgerReplay().replay(link));
    }

    /// Replays the book in this SQLite file.
    public static Result of(Path file) {
        try (var link = SqliteDatabase.openReadOnly(file)) {
            link.update("begin");
            return new LedgerReplay().replay(link);
        } catch (SQLException e) {
            throw SqliteDatabase.failure(file, e);
        }
    }

    private Result replay(Link link) throws SQLException {
        link.stream(FIND_MOVEMENTS, row -> follow(Ledger.row(row)));
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
        book.reportMissing();
        return new Result(sequence, head, book.results(), List.copyOf(findings));
    }

    private void follow(Ledger.Row row) {
        if (row.sequence() != sequence + 1) {
            report("movement %d follows movement %d".formatted(row.sequence(), sequence));
        }
        if (!row.hash().equals(row.expected(head))) {
            report("movement %d does not match its hash".formatted(row.sequence()));
        }
        sequence = row.sequence();
        head = row.hash();
        book.apply(row);
    }

    private static ReplayedBook.OrderRow order(ResultSet row) throws SQLException {
        return new ReplayedBook.OrderRow(
                new OrderId(row.getLong(1)),
                new OfferId(row.getLong(2)),
                row.getLong(3),
                row.getInt(4));
    }

    private static ReplayedBook.Counts counts(ResultSet row) throws SQLException {
        return new ReplayedBook.Counts(row.getLong(2), row.getLong(3), row.getLong(4));
    }

    private void report(String finding) {
        if (findings.size() < FINDINGS_MAX) findings.add(finding);
    }
}
