package dev.sluice.port;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.sale.Balances;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hold;
import dev.sluice.sale.Reservation;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/// The authority on how many units of an offer are free, and which claims hold the rest.
///
/// Every adapter passes `HoldStoreContract`, which checks these promises:
///
/// - **Never oversells.** Free, held and sold units always add up to what the offer was given.
/// - **All or nothing.** A claim for three units gets three or none.
/// - **Once per claim.** The same claim again gets the same answer and takes no further units; a
///   claim that was released takes none either.
/// - **Limited per buyer.** A buyer never has more units of an offer than its limit, held and sold
///   together. Released units no longer count, unless late money has revived them.
/// - **Not without end.** A buyer of whom [#ENDED_MAX] claims for an offer have ended gets no more
///   of it, and is refused as OVER_LIMIT: every ended claim has to be known for as long as the
///   offer is. A claim that late money has revived has not ended.
/// - **Held means queued.** A held claim is in the claim queue, in the same atomic step, and both
///   are durable when the call returns.
/// - **Idempotent.** `confirm`, `release`, `restock` and `revive` may be repeated.
/// - **Bounded.** An answer, or [Unavailable], comes within the configured time. After
///   `Unavailable` the outcome is unknown; asking again with the same claims finds it out.
public interface HoldStore {

    /// How many claims of one buyer for one offer may end: lost, cancelled, expired or refunded.
    /// More than anybody needs who means to buy.
    int ENDED_MAX = 10;

    /// Prepares an offer, or prepares it anew: what the book says is sold is sold, queued claims
    /// that the book has not settled are held, the rest is free. The book is asked when the offer
    /// takes no more claims, on any node; until it is prepared, claims for it are refused as
    /// UNAVAILABLE. From when the book is asked, `confirm`, `release`, `restock` and `revive` throw
    /// [Unavailable] until it is prepared. Before that, also when the store has lost the offer or
    /// does not trust what it has of it, `confirm` and `release` have nothing to do: the book knows
    /// already what they say, and nobody may be going to prepare an offer whose sale is over.
    void prepare(OfferId offer, Supplier<Supply> book);

    /// The same, when nothing else goes on.
    default void prepare(Supply supply) {
        prepare(supply.offer(), () -> supply);
    }

    /// A number that changes each time the offer is prepared anew, by whichever node; nothing while
    /// it is not prepared.
    OptionalLong generation(OfferId offer);

    /// The offers that were prepared and that nobody has let go of, where they outlive the nodes.
    default List<OfferId> offers() {
        return List.of();
    }

    /// Lets go of an offer whose sale is over. Later claims for it are refused as UNAVAILABLE.
    void forget(OfferId offer);

    /// Decides a batch in order, or in order for each buyer where a store is split by buyer; the
    /// answers stand in the order of the claims. A claim for an offer that was not prepared is
    /// refused as UNAVAILABLE.
    List<Reservation> reserve(List<Claim> claims);

    /// Decides claims that some node had acknowledged and that the store may have lost, as
    /// [#reserve] does. After a store has lost an offer it takes none but these from when it is
    /// prepared until every node that it hears of has said [#allBack], or for half a minute: a new
    /// claim is refused as UNAVAILABLE, so that nobody gets the units of those who had them. A
    /// claim that is known gets its answer all the while. Neither [#ENDED_MAX] nor what bounds a
    /// store's memory and queue counts against claims that are put back: they were counted before.
    default List<Reservation> putBack(List<Claim> claims) {
        return reserve(claims);
    }

    /// This node has put back what it had acknowledged of the offer, as it was prepared then.
    default void allBack(OfferId offer, long generation) {}

    /// How many calls of [#reserve] do good at a time. With a server elsewhere, one is made ready
    /// while another is under way.
    default int reservesAtOnce() {
        return 1;
    }

    /// Turns held units into sold ones, after the order book has recorded the orders.
    void confirm(List<Hold> holds);

    /// Gives units back, held or sold. Only settlement and expiry call this, after the order book
    /// has durably recorded why.
    void release(List<Hold> holds);

    /// Takes the units of a released claim again, as sold, if they are free and within the limit of
    /// its buyer; how many claims have ended does not count here. Late money asks this. True also
    /// when the units are this claim's already.
    boolean revive(Hold hold);

    /// Sets what the offer was given in all, which never shrinks.
    void restock(OfferId offer, int stock);

    /// The units of an offer as they are counted here, or nothing when it was not prepared.
    Optional<Balances.Store> balance(OfferId offer);

    /// A claim that is held or sold here; nothing for one that is unknown or was released.
    /// [Unavailable] while it might be a claim that the store has lost and is to get back.
    Optional<ClaimState> find(ClaimId claim);

    /// All claims that hold units of the offer and are not sold; none when it was not prepared.
    List<ClaimState> findHeld(OfferId offer);

    /// All claims whose units of the offer are sold; none when it was not prepared. A claim that
    /// is held, or sold, from before this call until after it is found by the one or by the other.
    List<Hold> findSold(OfferId offer);
}
