package dev.sluice.server.engine;

import dev.sluice.port.Accounts;
import dev.sluice.port.Grants;
import java.time.InstantSource;

/// The duty that throws away what nobody asks for any more: codes and sessions that are over, and
/// old grants of passes.
final class Purge implements Runnable {

    private final Accounts accounts;
    private final Grants grants;
    private final InstantSource clock;

    Purge(Accounts accounts, Grants grants, InstantSource clock) {
        this.accounts = accounts;
        this.grants = grants;
        this.clock = clock;
    }

    @Override
    public void run() {
        var now = clock.instant();
        accounts.purge(now);
        grants.purge(now);
    }
}
