package dev.sluice.sql.shop;

import dev.sluice.id.OfferId;
import dev.sluice.port.Grants;
import dev.sluice.sql.base.Database;
import dev.sluice.sql.base.Rows;
import java.time.Instant;
import java.util.List;

/// The gate's grants on an SQL database. It has no memory of its own; any thread may call it.
public final class SqlGrants implements Grants {

    private static final String INSERT_GRANT =
            "insert into grants (offer_id, passes, until) values (?, ?, ?)";

    private static final String FIND_LIVE =
            "select offer_id, passes, until from grants where until > ? order by grant_id";

    private static final String PURGE = "delete from grants where until <= ?";

    private final Database database;

    public SqlGrants(Database database) {
        this.database = database;
    }

    @Override
    public void insert(Grant grant) {
        // Rounded up: a pass that is still out must never be taken for expired.
        long until = grant.until().plusNanos(999_999).toEpochMilli();
        database.writeAside(
                link -> link.update(INSERT_GRANT, grant.offer().value(), grant.passes(), until));
    }

    @Override
    public List<Grant> findLive(Instant now) {
        return database.read(link ->
                link.list(
                        FIND_LIVE,
                        row ->
                                new Grant(
                                        new OfferId(row.getLong(1)),
                                        row.getInt(2),
                                        Rows.instant(row, 3)),
                        now.toEpochMilli()));
    }

    @Override
    public void purge(Instant now) {
        database.writeAside(link -> link.update(PURGE, now.toEpochMilli()));
    }
}
