package dev.sluice.board;

import dev.sluice.id.OfferId;
import dev.sluice.sale.Offer;
import dev.sluice.sale.Sale;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// An offer in a node's own memory: what most of the crowd is answered from.
///
/// Its fields are volatile and change rarely; every thread may read them.
public final class BoardOffer {

    /// What anybody may know of an offer, and why a claim need not even be looked at. In order of
    /// precedence.
    public enum Fact {
        NOT_OPEN,
        CLOSED,
        PAUSED,
        SOLD_OUT
    }

    /// What a page says of an offer.
    public enum Availability {
        UPCOMING,
        OPEN,
        SOLD_OUT,
        PAUSED,
        CLOSED
    }

    private final OfferId id;
    private final Funnel funnel;
    private volatile Sale sale;
    private volatile Offer offer;
    private volatile boolean soldOut;

    /// How often the mark was set or lifted, or said to stay as it is. Guarded by this.
    private long markings;

    private volatile OptionalLong generation = OptionalLong.empty();

    BoardOffer(Sale sale, Offer offer, Funnel funnel) {
        this.id = offer.id();
        this.sale = sale;
        this.offer = offer;
        this.funnel = funnel;
    }

    public OfferId id() {
        return id;
    }

    public Sale sale() {
        return sale;
    }

    public Offer offer() {
        return offer;
    }

    public Funnel funnel() {
        return funnel;
    }

    public boolean soldOut() {
        return soldOut;
    }

    /// Whether the hold store has prepared the offer and the claim board knows all its claims.
    public boolean carried() {
        return generation.isPresent();
    }

    /// Whether the board knows the claims of this generation of the hold store's offer.
    public boolean carries(OptionalLong generation) {
        return generation.isPresent() && this.generation.equals(generation);
    }

    /// The public reason why nobody can claim this offer now, if there is one.
    public Optional<Fact> factAt(Instant now) {
        return switch (sale.stateAt(now)) {
            case DRAFT, UPCOMING -> NOT_OPEN;
            case CLOSED -> CLOSED;
            case PAUSED -> PAUSED;
            case OPEN -> soldOut ? SOLD_OUT : Optional.empty();
        };
    }

    public Availability availabilityAt(Instant now) {
        return switch (sale.stateAt(now)) {
            case DRAFT, UPCOMING -> Availability.UPCOMING;
            case CLOSED -> Availability.CLOSED;
            case PAUSED -> Availability.PAUSED;
            case OPEN -> soldOut ? Availability.SOLD_OUT : Availability.OPEN;
        };
    }

    void update(Sale sale, Offer offer) {
        this.sale = sale;
        this.offer = offer;
    }

    synchronized long markings() {
        return markings;
    }

    /// Does what [#mark] does, if nobody has marked since there were so many markings.
    synchronized boolean markSince(long markings, boolean soldOut) {
        return this.markings == markings && mark(soldOut);
    }

    /// Sets or lifts the sold-out mark; answers whether that changed it.
    synchronized boolean mark(boolean soldOut) {
        markings++;
        boolean changes = this.soldOut != soldOut;
        this.soldOut = soldOut;
        return changes;
    }

    /// The hold store has prepared the offer, and the board knows its claims.
    public void carry(long generation) {
        this.generation = OptionalLong.of(generation);
    }

    /// The sale is over, and the offer leaves the hold store and the board.
    public void letGo() {
        generation = OptionalLong.empty();
    }

    private static final Optional<Fact> NOT_OPEN = Optional.of(Fact.NOT_OPEN);
    private static final Optional<Fact> CLOSED = Optional.of(Fact.CLOSED);
    private static final Optional<Fact> PAUSED = Optional.of(Fact.PAUSED);
    private static final Optional<Fact> SOLD_OUT = Optional.of(Fact.SOLD_OUT);
}
