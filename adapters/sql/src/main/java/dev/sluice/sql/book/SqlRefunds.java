package dev.sluice.sql.book;

import dev.sluice.id.OrderId;
import dev.sluice.id.RefundId;
import dev.sluice.port.Refunds;
import dev.sluice.sale.Deposit;
import dev.sluice.sale.Refund;
import dev.sluice.sale.Refund.State;
import dev.sluice.sql.base.Database;
import dev.sluice.sql.base.Ids;
import dev.sluice.sql.base.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Money that arrived and money that has to go back, on an SQL database. It has no memory of its
/// own; any thread may call it. A refund's row guards itself, so its turns wait for no writer.
public final class SqlRefunds implements Refunds {

    private static final String REFUND =
            "select refund_id, state, attempts, next_at, done_at, note, "
                    + Deposits.COLUMNS
                    + " from refunds join deposits on deposit_id = refund_id ";

    private static final String OPEN = " state in ('PENDING', 'ASKED', 'FAILED') ";

    private static final String FIND_UNDECIDED =
            "select "
                    + Deposits.COLUMNS
                    + " from deposits where fate = 'UNDECIDED' and (at < ? or at > ?)"
                    + " order by at limit ?";

    private static final String FIND_DUE =
            REFUND
                    + "where"
                    + OPEN
                    + "and refunds.provider = ? and (next_at <= ? or next_at > ?)"
                    + " order by next_at limit ?";

    private static final String ASK =
            "update refunds set state = 'ASKED', attempts = attempts + 1, next_at = ?"
                    + " where refund_id = ? and attempts = ? and"
                    + OPEN;

    private static final String NOTE =
            "update refunds set state = ?, note = ?"
                    + " where refund_id = ? and attempts = ? and state = 'ASKED'";

    private static final String CONFIRM =
            "update refunds set state = 'DONE', done_at = ?, note = ? where refund_id = ? and"
                    + OPEN;

    private static final String RETRY =
            "update refunds set next_at = ?, state = 'PENDING' where refund_id = ? and" + OPEN;

    private static final String FIND_REFUND = REFUND + "where refund_id = ?";

    private static final String FIND_ALL =
            REFUND + "where refund_id < ? order by refund_id desc limit ?";

    private static final String FIND_IN_STATE =
            REFUND + "where state = ? and refund_id < ? order by refund_id desc limit ?";

    private static final String FIND_OF_ORDERS =
            "select refund_id, state, attempts, next_at, done_at, note, "
                    + Deposits.COLUMNS
                    + " from json_each(?) as asked cross join deposits"
                    + " on order_id = asked.value join refunds on refund_id = deposit_id"
                    + " order by refund_id limit 1000";

    private static final String COUNT_OPEN =
            "select count(*), min(at) from refunds join deposits on deposit_id = refund_id where"
                    + OPEN;

    private final Database database;

    public SqlRefunds(Database database) {
        this.database = database;
    }

    @Override
    public Deposit sendBack(Deposit deposit) {
        if (!deposit.fate().goesBack()) throw new IllegalArgumentException("kept: " + deposit);
        return database.write(link -> {
            var known = Deposits.find(link, deposit.provider(), deposit.reference());
            if (known.isPresent()) return known.get();
            Deposits.put(link, deposit);
            return deposit;
        });
    }

    @Override
    public Optional<Deposit> findDeposit(String provider, String reference) {
        return database.read(link -> Deposits.find(link, provider, reference));
    }

    @Override
    public List<Deposit> undecided(Instant before, int max) {
        return database.read(link ->
                link.list(
                        FIND_UNDECIDED,
                        row -> Deposits.deposit(row, 0),
                        before.toEpochMilli(),
                        before.plus(Refund.FAR).toEpochMilli(),
                        max));
    }

    @Override
    public List<Refund> due(String provider, Instant now, int max) {
        long latest = now.plus(Refund.FAR).toEpochMilli();
        return database.read(link ->
                link.list(FIND_DUE, SqlRefunds::refund, provider, now.toEpochMilli(), latest, max));
    }

    @Override
    public boolean ask(Refund refund, Instant nextAt) {
        return update(ASK, nextAt.toEpochMilli(), refund.id().value(), refund.attempts());
    }

    @Override
    public void note(Refund refund, State state, String note) {
        update(NOTE, state.name(), note, refund.id().value(), refund.attempts() + 1);
    }

    @Override
    public boolean confirm(RefundId refund, String note, Instant at) {
        return update(CONFIRM, at.toEpochMilli(), note, refund.value());
    }

    @Override
    public boolean retry(RefundId refund, Instant at) {
        return update(RETRY, at.toEpochMilli(), refund.value());
    }

    @Override
    public Optional<Refund> findRefund(RefundId refund) {
        return database.read(link -> link.find(FIND_REFUND, SqlRefunds::refund, refund.value()));
    }

    @Override
    public List<Refund> findRefunds(Optional<State> state, Optional<RefundId> before, int max) {
        long end = before.map(RefundId::value).orElse(Long.MAX_VALUE);
        return database.read(link ->
                state.isPresent()
                        ? link.list(FIND_IN_STATE, SqlRefunds::refund, state.get().name(), end, max)
                        : link.list(FIND_ALL, SqlRefunds::refund, end, max));
    }

    @Override
    public List<Refund> findRefunds(List<OrderId> orders) {
        if (orders.isEmpty()) return List.of();
        var ids = Ids.json(orders, OrderId::value);
        return database.read(link -> link.list(FIND_OF_ORDERS, SqlRefunds::refund, ids));
    }

    @Override
    public Open open() {
        return database.read(link ->
                link.find(
                                COUNT_OPEN,
                                row ->
                                        new Open(
                                                row.getInt(1),
                                                Rows.optionalLong(row, 2)
                                                        .map(Instant::ofEpochMilli)))
                        .orElseThrow());
    }

    private boolean update(String sql, Object... values) {
        return database.writeAside(link -> link.update(sql, values) == 1);
    }

    private static Refund refund(ResultSet row) throws SQLException {
        return new Refund(
                new RefundId(row.getLong(1)),
                Deposits.deposit(row, 6),
                State.valueOf(row.getString(2)),
                row.getInt(3),
                Rows.instant(row, 4),
                Rows.optionalLong(row, 5).map(Instant::ofEpochMilli),
                row.getString(6));
    }
}
