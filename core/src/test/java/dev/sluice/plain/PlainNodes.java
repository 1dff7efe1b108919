package dev.sluice.plain;

import dev.sluice.port.Nodes;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Leases, leaders, secrets and values in maps. All of it survives a crash.
public class PlainNodes implements Nodes {

    private static final int WORKERS_MAX = 1_024;

    /// A leader that has said so many lengths ahead that it leads had a wrong clock.
    private static final int AHEAD_MAX = 10;

    private record Leader(String owner, Instant until) {}

    private final Map<Integer, Lease> leases = new HashMap<>();
    private final Map<String, Leader> leaders = new HashMap<>();
    private final Map<String, byte[]> secrets = new HashMap<>();
    private final Map<String, String> values = new HashMap<>();

    @Override
    public synchronized Optional<Lease> lease(String owner, Instant now, Duration length) {
        for (int worker = 0; worker < WORKERS_MAX; worker++) {
            var before = leases.get(worker);
            var usedUpTo = before == null ? Instant.EPOCH : before.until();
            if (usedUpTo.isAfter(now)) continue;
            leases.put(worker, new Lease(worker, owner, usedUpTo, now.plus(length)));
            return Optional.of(leases.get(worker));
        }
        return Optional.empty();
    }

    @Override
    public synchronized boolean renew(Lease lease, Instant now, Duration length) {
        var until = until(lease);
        if (until.isEmpty() || !until.get().isAfter(now)) return false;
        var longer = now.plus(length);
        if (longer.isAfter(until.get())) put(lease, lease.owner(), longer);
        return true;
    }

    @Override
    public synchronized void giveBack(Lease lease, Instant now) {
        until(lease).ifPresent(until -> put(lease, "", until.isAfter(now) ? now : until));
    }

    /// Until when it goes on; nothing when the number is somebody else's.
    private Optional<Instant> until(Lease lease) {
        return Optional.ofNullable(leases.get(lease.worker()))
                .filter(held -> held.owner().equals(lease.owner()))
                .map(Lease::until);
    }

    private void put(Lease lease, String owner, Instant until) {
        leases.put(lease.worker(), new Lease(lease.worker(), owner, lease.usedUpTo(), until));
    }

    @Override
    public synchronized boolean lead(String duty, String owner, Instant now, Duration length) {
        var leader = leaders.get(duty);
        boolean isFree =
                leader == null
                        || leader.owner().equals(owner)
                        || !leader.until().isAfter(now)
                        || leader.until().isAfter(now.plus(length.multipliedBy(AHEAD_MAX)));
        if (isFree) leaders.put(duty, new Leader(owner, now.plus(length)));
        return isFree;
    }

    @Override
    public synchronized byte[] secret(String name, byte[] candidate) {
        return secrets.computeIfAbsent(name, _ -> candidate);
    }

    @Override
    public synchronized Optional<String> findValue(String name) {
        return Optional.ofNullable(values.get(name));
    }

    @Override
    public synchronized void putValue(String name, String value) {
        values.put(name, value);
    }
}
