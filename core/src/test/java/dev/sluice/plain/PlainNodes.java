package dev.sluice.plain;

import dev.sluice.port.Nodes;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Secrets and values in maps; there is one node, which leads and has the first worker number.
public final class PlainNodes implements Nodes {

    private final Map<String, byte[]> secrets = new HashMap<>();
    private final Map<String, String> values = new HashMap<>();

    @Override
    public Optional<Lease> lease(String owner, Instant now, Duration length) {
        return Optional.of(new Lease(0, owner, now, now.plus(length)));
    }

    @Override
    public boolean renew(Lease lease, Instant now, Duration length) {
        return true;
    }

    @Override
    public void giveBack(Lease lease, Instant now) {}

    @Override
    public boolean lead(String duty, String owner, Instant now, Duration length) {
        return true;
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
