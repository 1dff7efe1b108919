package dev.sluice.rehearsal.backstage;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// Kills a private Sluice in mid-sale, again and again, until the sale's time is over: what comes
/// to rest afterwards is judged.
public final class Kills {
    private final PrivateSluice server;
    private final Duration every;
    private final InstantSource clock;

    public Kills(PrivateSluice server, Duration every, InstantSource clock) {
        this.server = server;
        this.every = every;
        this.clock = clock;
    }

    /// Returns when the sale is over, or when somebody asks for the end.
    public void run(Instant opensAt, Instant closesAt, Stop stop) throws InterruptedException {
        var next = opensAt.plus(every);
        while (next.isBefore(closesAt) && !stop.awaitUntil(next)) {
            server.killAndRestart();
            next = next.plus(every);
            // A server that needs longer to start than it may live is given time to do something.
            var now = clock.instant();
            if (next.isBefore(now)) next = now.plus(every);
        }
    }
}
