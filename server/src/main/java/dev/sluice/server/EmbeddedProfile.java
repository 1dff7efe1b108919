package dev.sluice.server;

import dev.sluice.embedded.EmbeddedBroadcast;
import dev.sluice.embedded.EmbeddedConfig;
import dev.sluice.embedded.EmbeddedEngine;
import dev.sluice.intake.LocalGates;
import dev.sluice.sql.SqlAccounts;
import dev.sluice.sql.SqlCatalogue;
import dev.sluice.sql.SqlGrants;
import dev.sluice.sql.SqlNodes;
import dev.sluice.sql.SqlOrderBook;
import dev.sluice.sql.SqliteDatabase;
import java.nio.file.Path;
import java.time.InstantSource;

/// Everything in one process and one folder: `book.db` is the order book, `claims.db` has the
/// claims.
final class EmbeddedProfile implements Profile {

    private final SqliteDatabase database;
    private final EmbeddedEngine claims;
    private final SqlOrderBook book;
    private final Ports ports;

    EmbeddedProfile(Path folder, InstantSource clock) {
        database = SqliteDatabase.open(folder.resolve("book.db"));
        claims = new EmbeddedEngine(folder, EmbeddedConfig.DEFAULTS, clock);
        book = new SqlOrderBook(database);
        var grants = new SqlGrants(database);
        ports =
                new Ports(
                        book,
                        new SqlCatalogue(database),
                        new SqlAccounts(database),
                        grants,
                        new SqlNodes(database),
                        claims.holds(),
                        claims.queue(),
                        new EmbeddedBroadcast(),
                        new LocalGates(grants, clock.instant()),
                        Common.NOTHING,
                        this::upkeep);
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
