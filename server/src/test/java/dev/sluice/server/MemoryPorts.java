package dev.sluice.server;

import dev.sluice.plain.PlainAccounts;
import dev.sluice.plain.PlainBroadcast;
import dev.sluice.sale.Hash;
import java.time.Instant;
import java.util.Optional;

/// What the front needs of the world, in memory, for tests of the front alone.
public final class MemoryPorts {

    public final WatchedAccounts accounts = new WatchedAccounts();
    public final PlainBroadcast broadcast = new PlainBroadcast();

    /// Counts how often a session is looked up, and lets a test do something meanwhile.
    public static final class WatchedAccounts extends PlainAccounts {

        public volatile int lookUps;
        public volatile Runnable afterLookUp = () -> {};

        @Override
        public synchronized Optional<Session> findSession(Hash token, Instant now) {
            lookUps++;
            var found = super.findSession(token, now);
            afterLookUp.run();
            return found;
        }
    }
}
