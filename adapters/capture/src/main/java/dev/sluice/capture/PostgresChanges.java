package dev.sluice.capture;

import java.util.random.RandomGenerator;

/// Edits in PostgreSQL, from logical replication with `wal_level=logical`. The role needs the
/// attribute REPLICATION, and must own the tables unless the publication is there already.
///
/// Each node takes one replication slot and one sender. The slot is temporary: it goes with the
/// connection, so no log is kept for a node that died.
public final class PostgresChanges extends LoggedChanges {

    /// @param random makes the name of the slot
    public PostgresChanges(CaptureConfig config, RandomGenerator random) {
        super(new PostgresReader(config, random), config);
    }
}
