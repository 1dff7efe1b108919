package dev.sluice.sql.shop;

import dev.sluice.port.Nodes;
import dev.sluice.sql.base.Database;
import dev.sluice.sql.base.Link;
import dev.sluice.sql.base.Rows;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/// What nodes agree on, on an SQL database. It has no memory of its own; any thread may call it.
/// A lease is known by its number and its owner, so owners must have different names.
public final class SqlNodes implements Nodes {

    private static final int WORKERS_MAX = 1024;

    private static final String FIND_FREE =
            """
            select worker, until from leases where until <= ? order by worker limit 1 for update
            """;

    private static final String COUNT_LEASES = "select count(*) from leases";

    private static final String PUT_LEASE =
            """
            insert into leases (worker, owner, until) values (?, ?, ?)
                on conflict (worker) do update set owner = excluded.owner, until = excluded.until
            """;

    private static final String RENEW =
            """
            update leases set until = case when until > ? then until else ? end
             where worker = ? and owner = ? and until > ?
            """;

    private static final String GIVE_BACK =
            """
            update leases set until = case when until < ? then until else ? end, owner = ''
             where worker = ? and owner = ?
            """;

    private static final String KEEP_LEADING =
            """
            update leaders set owner = ?, until = ?
             where duty = ? and (owner = ? or until <= ? or until > ?)
            """;

    /// A leader that has said so many lengths ahead that it leads had a wrong clock. It may be
    /// gone, so it is not waited for.
    private static final int AHEAD_MAX = 10;

    private static final String INSERT_LEADER =
            "insert into leaders (duty, owner, until) values (?, ?, ?) on conflict do nothing";

    private static final String INSERT_SECRET =
            "insert into secrets (name, secret) values (?, ?) on conflict do nothing";

    private static final String FIND_SECRET = "select secret from secrets where name = ?";

    private static final String FIND_VALUE = "select value from shared_values where name = ?";

    private static final String PUT_VALUE =
            """
            insert into shared_values (name, value) values (?, ?)
                on conflict (name) do update set value = excluded.value
            """;

    private record Free(int worker, Instant usedUpTo) {}

    private final Database database;

    public SqlNodes(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Lease> lease(String owner, Instant now, Duration length) {
        var until = now.plus(length).truncatedTo(ChronoUnit.MILLIS);
        return database.write(link -> {
            var free = findFree(link, now);
            if (free.isEmpty()) return Optional.empty();
            int worker = free.get().worker;
            link.update(PUT_LEASE, worker, owner, until.toEpochMilli());
            return Optional.of(new Lease(worker, owner, free.get().usedUpTo, until));
        });
    }

    @Override
    public boolean renew(Lease lease, Instant now, Duration length) {
        long until = now.plus(length).toEpochMilli();
        return database.writeAside(link ->
                link.update(RENEW, until, until, lease.worker(), lease.owner(), now.toEpochMilli())
                        == 1);
    }

    @Override
    public void giveBack(Lease lease, Instant now) {
        long until = now.toEpochMilli();
        database.writeAside(
                link -> link.update(GIVE_BACK, until, until, lease.worker(), lease.owner()));
    }

    @Override
    public boolean lead(String duty, String owner, Instant now, Duration length) {
        long until = now.plus(length).toEpochMilli();
        long free = now.toEpochMilli();
        long absurd = now.plus(length.multipliedBy(AHEAD_MAX)).toEpochMilli();
        return database.writeAside(link ->
                link.update(KEEP_LEADING, owner, until, duty, owner, free, absurd) == 1
                        || link.update(INSERT_LEADER, duty, owner, until) == 1);
    }

    @Override
    public byte[] secret(String name, byte[] candidate) {
        return database.writeAside(link -> {
            link.update(INSERT_SECRET, name, candidate);
            return link.find(FIND_SECRET, row -> row.getBytes(1), name).orElseThrow();
        });
    }

    @Override
    public Optional<String> findValue(String name) {
        return database.read(link -> link.find(FIND_VALUE, row -> row.getString(1), name));
    }

    @Override
    public void putValue(String name, String value) {
        database.writeAside(link -> link.update(PUT_VALUE, name, value));
    }

    /// Numbers are handed out from 0 up, so those without a row follow those with one.
    private static Optional<Free> findFree(Link link, Instant now) throws SQLException {
        var free =
                link.find(
                        FIND_FREE,
                        row -> new Free(row.getInt(1), Rows.instant(row, 2)),
                        now.toEpochMilli());
        if (free.isPresent()) return free;
        int next = link.find(COUNT_LEASES, row -> row.getInt(1)).orElseThrow();
        return next < WORKERS_MAX ? Optional.of(new Free(next, Instant.EPOCH)) : Optional.empty();
    }
}
