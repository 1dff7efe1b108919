package dev.sluice.server.catalogue;

import dev.sluice.board.SaleBoard;
import dev.sluice.id.OfferId;
import dev.sluice.id.SaleId;
import dev.sluice.sale.Sale;
import dev.sluice.server.http.ReadyReply;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

/// Sales and lists of sales as ready answers. One is written when somebody asks for it and the one
/// there is does not hold any more: because the sale or a mark has changed, which gives it a new
/// edition, or because time has opened or closed a sale.
///
/// Editions make this safe without a lock. A change first takes effect on the board and then counts
/// up the edition; an answer notes the edition before it looks at the board. So an answer that may
/// have missed a change has an old edition, and an old edition is never shown. Any thread may call.
public final class ReadySales {

    /// Which part of the sales a list shows.
    enum Shelf {
        UPCOMING,
        OPEN,
        CLOSED
    }

    static final int LIMIT_STANDARD = 50;
    static final int LIMIT_MAX = 100;

    /// Ready answers of single sales are dropped, all of them, when they take about this much.
    private static final long KEPT_BYTES_MAX = 64L * 1024 * 1024;

    /// Where a sale stands in lists: the one that opens latest first.
    private record Place(Instant opensAt, SaleId sale) implements Comparable<Place> {

        private static final Comparator<Place> ORDER =
                Comparator.comparing(Place::opensAt).thenComparing(Place::sale).reversed();

        @Override
        public int compareTo(Place other) {
            return ORDER.compare(this, other);
        }
    }

    /// Where an answer stands that is written anew from time to time.
    private static final class Slot {
        final AtomicLong edition = new AtomicLong();
        volatile ReadyReply answer;

        /// The answer if it still holds, else null.
        ReadyReply valid(long nowMillis) {
            var answer = this.answer;
            return answer != null && answer.isValid(edition.get(), nowMillis) ? answer : null;
        }
    }

    private final SaleBoard board;
    private final InstantSource clock;
    private final ConcurrentNavigableMap<Place, SaleId> places = new ConcurrentSkipListMap<>();
    private final Map<String, Slot> sales = new ConcurrentHashMap<>();
    private final Map<Optional<Shelf>, Slot> firstPages = new ConcurrentHashMap<>();
    private final AtomicLong keptBytes = new AtomicLong();

    public ReadySales(SaleBoard board, InstantSource clock) {
        this.board = board;
        this.clock = clock;
        firstPages.put(Optional.empty(), new Slot());
        for (var shelf : Shelf.values()) firstPages.put(Optional.of(shelf), new Slot());
        board.listen(this::hear);
        for (var sale : board.sales()) hear(sale);
    }

    /// The answer for the sale with this text as its id, or null when there is no such sale.
    ReadyReply findSale(String id) {
        var slot = sales.get(id);
        if (slot == null) return null;
        var answer = slot.valid(clock.millis());
        return answer != null ? answer : write(slot, id);
    }

    /// The answer for the sale that the offer with this text as its id stands in, or null.
    ReadyReply findSaleOf(String offerId) {
        return OfferId.parse(offerId)
                .flatMap(board::findOffer)
                .map(offer -> findSale(offer.sale().id().toString()))
                .orElse(null);
    }

    /// The first page of a list with the standard limit if it is ready, else null.
    ReadyReply readyFirst(Optional<Shelf> shelf) {
        return firstPages.get(shelf).valid(clock.millis());
    }

    /// The same page, written if need be, by one thread for all that wait for it.
    ReadyReply first(Optional<Shelf> shelf) {
        var slot = firstPages.get(shelf);
        synchronized (slot) {
            var ready = slot.valid(clock.millis());
            if (ready != null) return ready;
            var answer = list(shelf, Optional.empty(), LIMIT_STANDARD, slot.edition.get());
            slot.answer = answer;
            return answer;
        }
    }

    /// A page from after that sale on; nothing when there is no such sale.
    Optional<ReadyReply> list(Optional<Shelf> shelf, Optional<SaleId> after, int limit) {
        if (after.isPresent() && board.find(after.get()).isEmpty()) return Optional.empty();
        return Optional.of(list(shelf, after.flatMap(board::find), limit, 0));
    }

    private void hear(Sale sale) {
        places.put(new Place(sale.opensAt(), sale.id()), sale.id());
        sales.computeIfAbsent(sale.id().toString(), id -> new Slot()).edition.incrementAndGet();
        for (var slot : firstPages.values()) slot.edition.incrementAndGet();
    }

    private ReadyReply write(Slot slot, String id) {
        long edition = slot.edition.get();
        var sale = board.find(SaleId.parse(id).orElseThrow()).orElseThrow();
        var now = clock.instant();
        var changesAt = changesAt(sale, now);
        var answer =
                ReadyReply.of(
                        out -> SaleJson.write(out, sale, board, now), edition, now, changesAt);
        var before = slot.answer;
        slot.answer = answer;
        int more = answer.size() - (before == null ? 0 : before.size());
        if (keptBytes.addAndGet(more) > KEPT_BYTES_MAX) drop(sales.values());
        return answer;
    }

    private void drop(Collection<Slot> slots) {
        keptBytes.set(0);
        for (var slot : slots) slot.answer = null;
    }

    private ReadyReply list(Optional<Shelf> shelf, Optional<Sale> after, int limit, long edition) {
        var now = clock.instant();
        var found = new ArrayList<Sale>();
        var changesAt = Instant.MAX;
        for (var sale : from(after)) {
            var change = changesAt(sale, now);
            if (change.isBefore(changesAt)) changesAt = change;
            if (found.size() > limit) continue;
            if (shelf.isEmpty() || shelf.get() == shelfOf(sale, now)) found.add(sale);
        }
        var shown = found.subList(0, Math.min(limit, found.size()));
        return ReadyReply.of(
                out -> {
                    out.list("sales", shown, (o, sale) -> SaleJson.write(o, sale, board, now));
                    if (found.size() > limit) out.text("next", shown.getLast().id());
                },
                edition,
                now,
                changesAt);
    }

    private List<Sale> from(Optional<Sale> after) {
        var rest =
                after.map(sale -> places.tailMap(new Place(sale.opensAt(), sale.id()), false))
                        .orElse(places);
        return rest.values().stream().flatMap(id -> board.find(id).stream()).toList();
    }

    /// A paused sale is where its window puts it.
    private static Shelf shelfOf(Sale sale, Instant now) {
        return switch (sale.stateAt(now)) {
            case DRAFT, UPCOMING -> Shelf.UPCOMING;
            case OPEN -> Shelf.OPEN;
            case PAUSED -> now.isBefore(sale.opensAt()) ? Shelf.UPCOMING : Shelf.OPEN;
            case CLOSED -> Shelf.CLOSED;
        };
    }

    /// When time alone will next change what is shown of a sale.
    private static Instant changesAt(Sale sale, Instant now) {
        if (sale.stage() == Sale.Stage.CLOSED) return Instant.MAX;
        if (now.isBefore(sale.opensAt())) return sale.opensAt();
        return now.isBefore(sale.closesAt()) ? sale.closesAt() : Instant.MAX;
    }
}
