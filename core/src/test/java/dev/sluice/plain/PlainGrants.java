package dev.sluice.plain;

import dev.sluice.port.Grants;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Grants in a list. All of it survives a crash.
public final class PlainGrants implements Grants {

    private final List<Grant> grants = new ArrayList<>();

    @Override
    public synchronized void insert(Grant grant) {
        grants.add(grant);
    }

    @Override
    public synchronized List<Grant> findLive(Instant now) {
        return grants.stream().filter(grant -> grant.until().isAfter(now)).toList();
    }

    @Override
    public synchronized void purge(Instant now) {
        grants.removeIf(grant -> !grant.until().isAfter(now));
    }

    public synchronized List<Grant> all() {
        return List.copyOf(grants);
    }
}
