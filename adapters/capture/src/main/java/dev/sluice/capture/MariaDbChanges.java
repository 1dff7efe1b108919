package dev.sluice.capture;

import java.util.random.RandomGenerator;

/// Edits in MariaDB or MySQL, from the binary log in row format. The user needs the privileges
/// REPLICATION SLAVE and REPLICATION CLIENT (in MariaDB also named BINLOG MONITOR).
public final class MariaDbChanges extends LoggedChanges {

    /// @param random makes the server id, which must be of this connection alone
    public MariaDbChanges(CaptureConfig config, RandomGenerator random) {
        super(new BinlogReader(config, random), config);
    }
}
