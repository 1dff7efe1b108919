package dev.sluice.admission;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.Gates;
import dev.sluice.port.Grants;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The gates of a Sluice that has one node: a [Gate] for each offer, in the node's own memory.
public final class LocalGates implements Gates {

    private final Grants grants;
    private final Map<OfferId, List<Grants.Grant>> inherited;
    private final ConcurrentHashMap<OfferId, Gate> gates = new ConcurrentHashMap<>();

    /// Counts what an earlier process may have let out as out.
    public LocalGates(Grants grants, Instant now) {
        this.grants = grants;
        this.inherited =
                grants.findLive(now).stream().collect(Collectors.groupingBy(Grants.Grant::offer));
    }

    @Override
    public Optional<Issued> admit(Ask ask, Instant now, Supplier<ClaimId> ids) {
        return gate(ask.offer()).admit(ask, now, ids);
    }

    @Override
    public void use(OfferId offer, BuyerId buyer, ClaimId claim) {
        gate(offer).use(buyer, claim);
    }

    @Override
    public int count(OfferId offer, Instant now) {
        return gate(offer).count(now);
    }

    private Gate gate(OfferId offer) {
        var gate = gates.get(offer);
        return gate != null ? gate : gates.computeIfAbsent(offer, this::open);
    }

    private Gate open(OfferId offer) {
        return new Gate(offer, grants, inherited.getOrDefault(offer, List.of()));
    }
}
