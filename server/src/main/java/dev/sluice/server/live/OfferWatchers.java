package dev.sluice.server.live;

import dev.sluice.board.BoardOffer;
import dev.sluice.board.BoardOffer.Availability;
import dev.sluice.id.OfferId;
import dev.sluice.sale.Sale;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/// What was last said about each offer that somebody watches, and when time alone will change it.
///
/// Whoever changes a sale or a mark calls [#changed], and a duty calls [#tick] many times a second,
/// which does nothing until the next sale opens or closes. What is to be said is found out and
/// passed on under one lock, so that nobody hears an older state last. The lock is held for
/// microseconds.
final class OfferWatchers {

    private static final class Watched {
        final BoardOffer offer;
        Availability said;
        int watchers;

        Watched(BoardOffer offer, Availability said) {
            this.offer = offer;
            this.said = said;
        }
    }

    private final InstantSource clock;
    private final BiConsumer<OfferId, String> tellAll;

    // Guarded by this object's monitor.
    private final Map<OfferId, Watched> watched = new HashMap<>();
    private Instant nextAt = Instant.MAX;

    /// @param tellAll takes a message for everybody who watches the offer; must not block
    OfferWatchers(InstantSource clock, BiConsumer<OfferId, String> tellAll) {
        this.clock = clock;
        this.tellAll = tellAll;
    }

    /// One more socket watches the offer; answers the message with its present state.
    synchronized String watch(BoardOffer offer) {
        var now = clock.instant();
        var entry =
                watched.computeIfAbsent(
                        offer.id(), id -> new Watched(offer, offer.availabilityAt(now)));
        entry.watchers++;
        check(entry, now);
        return LiveMessages.offer(offer.id(), entry.said);
    }

    synchronized void unwatch(OfferId offer) {
        var entry = watched.get(offer);
        if (entry != null && --entry.watchers == 0) watched.remove(offer);
    }

    /// The sale, or a mark of one of its offers, has changed.
    synchronized void changed(Sale sale) {
        var now = clock.instant();
        for (var offer : sale.offers()) {
            var entry = watched.get(offer.id());
            if (entry != null) check(entry, now);
        }
    }

    /// Time has passed.
    synchronized void tick() {
        var now = clock.instant();
        if (now.isBefore(nextAt)) return;
        nextAt = Instant.MAX;
        for (var entry : watched.values()) check(entry, now);
    }

    synchronized int size() {
        return watched.size();
    }

    private void check(Watched entry, Instant now) {
        var next = nextChange(entry.offer.sale(), now);
        if (next.isBefore(nextAt)) nextAt = next;
        var availability = entry.offer.availabilityAt(now);
        if (availability == entry.said) return;
        entry.said = availability;
        tellAll.accept(entry.offer.id(), LiveMessages.offer(entry.offer.id(), availability));
    }

    private static Instant nextChange(Sale sale, Instant now) {
        if (now.isBefore(sale.opensAt())) return sale.opensAt();
        return now.isBefore(sale.closesAt()) ? sale.closesAt() : Instant.MAX;
    }
}
