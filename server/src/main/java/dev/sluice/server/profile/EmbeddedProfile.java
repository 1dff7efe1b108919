package dev.sluice.server.profile;

import dev.sluice.admission.LocalGates;
import dev.sluice.embedded.EmbeddedBroadcast;
import dev.sluice.embedded.EmbeddedConfig;
import dev.sluice.embedded.EmbeddedStores;
import dev.sluice.server.config.StartFailure;
import dev.sluice.server.engine.ClusterPorts;
import dev.sluice.server.engine.Ports;
import dev.sluice.sql.base.SqliteDatabase;
import dev.sluice.sql.book.SqlOrderBook;
import dev.sluice.sql.book.SqlRefunds;
import dev.sluice.sql.shop.SqlAccounts;
import dev.sluice.sql.shop.SqlCatalogue;
import dev.sluice.sql.shop.SqlGrants;
import dev.sluice.sql.shop.SqlNodes;
import java.nio.file.Path;
import java.time.InstantSource;

/// Everything in one process and one folder: `book.db` is the order book, `claims.db` has the
/// claims.
final class EmbeddedProfile implements Profile {

    private static final int ACKNOWLEDGED_COMPARED = 1_000;

    private final SqliteDatabase database;
    private final EmbeddedStores claims;
    private final SqlOrderBook book;
    private final Ports ports;

    EmbeddedProfile(Path folder, InstantSource clock) {
        database = SqliteDatabase.open(folder.resolve("book.db"));
        claims = openClaims(folder, clock);
        try {
            book = new SqlOrderBook(database);
            refuseOlderBook(folder);
        } catch (RuntimeException e) {
            close();
            throw e;
        }
        var grants = new SqlGrants(database);
        ports =
                new Ports(
                        book,
                        new SqlRefunds(database),
                        new SqlCatalogue(database),
                        new SqlAccounts(database),
                        grants,
                        new SqlNodes(database),
                        claims.holds(),
                        claims.queue(),
                        new EmbeddedBroadcast(),
                        new LocalGates(grants, clock.instant()),
                        ClusterPorts.NOTHING,
                        this::upkeep);
    }

    private EmbeddedStores openClaims(Path folder, InstantSource clock) {
        try {
            return new EmbeddedStores(folder, EmbeddedConfig.DEFAULTS, clock);
        } catch (RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /// A claim is acknowledged after the book has settled it. A book that does not know the newest
    /// of them was put back alone, and would sell their units again. The other way round nothing is
    /// sold twice: the book has the last word, and an audit tells of the claims the log forgot.
    private void refuseOlderBook(Path folder) {
        var acknowledged = claims.lastAcknowledged(ACKNOWLEDGED_COMPARED);
        var unknown = acknowledged.stream().filter(id -> book.findClaim(id).isEmpty()).toList();
        if (unknown.isEmpty()) return;
        throw new StartFailure(
                "The order book %s is older than claims.db beside it: of the last %d claims that"
                                .formatted(folder.resolve("book.db"), acknowledged.size())
                        + " were settled it does not know %d, such as %s. Put both files back from"
                                .formatted(unknown.size(), unknown.getFirst())
                        + " the same backup.");
    }

    @Override
    public Ports ports() {
        return ports;
    }

    @Override
    public void close() {
        claims.close();
        database.close();
    }

    /// The index from buyers to orders is built behind the crowd, while the queue is short.
    private void upkeep() {
        claims.checkpoint();
        if (claims.queue().depth() == 0) book.indexBuyers();
    }
}
