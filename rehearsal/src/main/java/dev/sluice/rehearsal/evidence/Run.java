package dev.sluice.rehearsal.evidence;

import dev.sluice.rehearsal.scenario.Scenario;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Everything a rehearsal saw: what its buyers were told while it ran, and what the order book said
/// afterwards. [Checks] judges it and [Report] shows it; neither asks the server for more.
///
/// @param nodes where it was played
/// @param startedAt when the first buyer was due
/// @param opensAt when the sale opened; some buyers come before
/// @param lasted from then until everything had come to rest
/// @param interrupted whether somebody stopped it before its time
/// @param kills how often the server was killed on purpose
/// @param shut what an operator had done to the sale before its end, `PAUSED` or `CLOSED`, if
///     nobody could buy then
/// @param toBuy how long it took at the end, at most, to get units that are free
/// @param answers how many answers of each kind there were: HTTP status and code, such as `202` or
///     `410 SOLD_OUT`, and how many requests got none
public record Run(
        Scenario scenario,
        List<URI> nodes,
        Instant startedAt,
        Instant opensAt,
        Duration lasted,
        boolean interrupted,
        int kills,
        List<OfferSeen> offers,
        List<ClaimSeen> claims,
        List<OrderSeen> orders,
        Map<String, Long> answers,
        List<Oddity> oddities,
        Timeline timeline,
        Pace pace,
        Optional<String> shut,
        Duration toBuy) {

    /// Whether the sale was over before anybody could be expected to have bought, so that units
    /// which are left say nothing.
    public boolean isTooShort() {
        return toBuy.compareTo(scenario.lasts()) >= 0;
    }

    /// What a buyer was told, or what the book has, of a claim.
    public enum ClaimStatus {
        /// No answer ever came, or there is no such claim.
        NONE,
        QUEUED,
        WON,
        LOST
    }

    /// What a buyer was told, or what the book has, of an order.
    public enum OrderStatus {
        NONE,
        UNPAID,
        PAID,
        CANCELLED,
        EXPIRED,
        REFUNDED
    }

    /// How the units of an offer stand, in the words of its audit.
    public record Units(long stock, long free, long held, long unpaid, long paid) {}

    /// An offer, read by an operator once everything had come to rest.
    ///
    /// @param stock units given to it in all, restocks included, as its ledger says
    /// @param book how the order book counts
    /// @param store how the fast store counts; the same as `book` when nothing is wrong
    /// @param balanced what the server says of it
    /// @param turnedAway buyers who still asked for it in the last seconds and got nothing
    /// @param ordered how many units the rehearsal itself gave to it; what is beyond is an
    ///     operator's
    /// @param addedLate units that were added so shortly before the end that nobody could be
    ///     expected to buy them
    public record OfferSeen(
            String offerId,
            String product,
            long stock,
            int perBuyer,
            Units book,
            Units store,
            boolean balanced,
            int turnedAway,
            long ordered,
            long addedLate) {

        /// One that got nothing but what the rehearsal gave to it.
        public OfferSeen(
                String offerId,
                String product,
                long stock,
                int perBuyer,
                Units book,
                Units store,
                boolean balanced,
                int turnedAway) {
            this(offerId, product, stock, perBuyer, book, store, balanced, turnedAway, stock, 0);
        }

        /// Units that an operator added by hand.
        public long added() {
            return Math.max(0, stock - ordered);
        }
    }

    /// A claim that was sent at least once, with the last that its buyer heard of it.
    ///
    /// @param buyer the buyer's number in this rehearsal
    /// @param quantity units asked for
    /// @param acknowledged whether an answer ever said that it exists
    /// @param toldOrder the order that the buyer was told of, empty when none
    /// @param recorded what the server says after everything has come to rest
    /// @param recordedOrder the order it says, empty when none
    /// @param endedAfterMillis from its acknowledgement until its buyer knew how it ended; -1 when
    ///     it was not told
    public record ClaimSeen(
            int buyer,
            String offerId,
            String claimId,
            int quantity,
            boolean acknowledged,
            ClaimStatus told,
            String toldOrder,
            ClaimStatus recorded,
            String recordedOrder,
            long endedAfterMillis) {}

    /// An order that its buyer has in `GET /orders` afterwards, or was told of before.
    ///
    /// @param claimId the claim it came from: as the server says, else as its buyer was told, else
    ///     empty
    /// @param told the last that its buyer was told before everything had come to rest
    /// @param recorded what the server says afterwards; NONE when it knows no such order
    /// @param returnedLate whether its units came back when the sale was over, or so shortly before
    ///     that nobody could be expected to buy them
    public record OrderSeen(
            int buyer,
            String offerId,
            String orderId,
            String claimId,
            int quantity,
            OrderStatus told,
            OrderStatus recorded,
            boolean returnedLate) {

        /// One whose units did not come back late.
        public OrderSeen(
                int buyer,
                String offerId,
                String orderId,
                String claimId,
                int quantity,
                OrderStatus told,
                OrderStatus recorded) {
            this(buyer, offerId, orderId, claimId, quantity, told, recorded, false);
        }
    }

    /// Something that must not be: an answer that contradicts the contract or an earlier answer.
    ///
    /// @param kind which check it belongs to
    /// @param what a sentence with ids in it
    public record Oddity(Kind kind, double atSecond, String what) {
        public enum Kind {
            /// A buyer got an answer that only another one should get, or garbage was taken.
            LEAK,
            /// An ended claim or order went back to an earlier state.
            CONTRADICTION,
            /// A 5xx other than 503 with Retry-After, or one that nobody announced.
            FAULT,
            /// An answer took longer than its bound.
            LATE
        }
    }

    /// How well the rehearsal itself kept up.
    ///
    /// @param requests sent in all
    /// @param peakPerSecond most sent in one second
    /// @param lateMillisP99 how long after its moment a request left this process
    /// @param bottleneck whether the rehearsal, not the server, was what limited the rate
    public record Pace(
            long requests, long peakPerSecond, double lateMillisP99, boolean bottleneck) {}
}
