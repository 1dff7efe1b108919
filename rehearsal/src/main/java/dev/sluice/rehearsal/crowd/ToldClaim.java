package dev.sluice.rehearsal.crowd;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.evidence.Run.ClaimStatus;
import dev.sluice.rehearsal.http.Answer;
import java.time.Duration;
import java.util.Optional;

/// A claim that was sent, the last that its buyer heard of it, and what is recorded of it once
/// everything has come to rest. Belongs to the event loop's thread.
final class ToldClaim {
    private final Buyer buyer;
    private final String pass;
    private final int quantity;
    private final long since;
    private String claimId = "";
    private ClaimStatus told = ClaimStatus.NONE;
    private String toldOrder = "";
    private boolean refused;
    private boolean unheard;
    private long acknowledgedNanos;
    private long endedNanos;
    private ClaimStatus recorded = ClaimStatus.NONE;
    private String recordedOrder = "";
    private boolean paidFor;

    /// @param since when the buyer was given the pass for the first time
    ToldClaim(Buyer buyer, String pass, int quantity, long since) {
        this.buyer = buyer;
        this.pass = pass;
        this.quantity = quantity;
        this.since = since;
    }

    Buyer buyer() {
        return buyer;
    }

    String pass() {
        return pass;
    }

    int quantity() {
        return quantity;
    }

    long since() {
        return since;
    }

    /// Empty until an answer has said it.
    String claimId() {
        return claimId;
    }

    ClaimStatus told() {
        return told;
    }

    String toldOrder() {
        return toldOrder;
    }

    boolean isAcknowledged() {
        return told != ClaimStatus.NONE;
    }

    boolean hasEnded() {
        return told == ClaimStatus.WON || told == ClaimStatus.LOST;
    }

    /// Whether it may or may not exist: it was sent, and no answer has said yes or no.
    boolean isUnknown() {
        return !isAcknowledged() && !refused;
    }

    /// A call with this pass went out, so a claim may be there.
    void sent() {
        refused = false;
    }

    void refused() {
        refused = true;
    }

    /// Nobody will hear what became of one of its calls.
    void unheard() {
        unheard = true;
    }

    /// Whether it may exist although nobody was told so: a call without an answer may have been
    /// taken after a later one was refused.
    boolean mayExist() {
        return !isAcknowledged() && (unheard || !refused);
    }

    /// The one who looks after the order; true for the first who asks.
    boolean takePayment() {
        boolean first = !paidFor;
        paidFor = true;
        return first;
    }

    /// Hears of the claim.
    ///
    /// @param known what was told before the question was asked; an answer on its way may be older
    ///     than what has been heard meanwhile, but never older than that
    /// @return what is wrong with it, if anything is
    Optional<String> hear(News news, ClaimStatus known, long now) {
        if (claimId.isEmpty()) claimId = news.claimId();
        if (!claimId.equals(news.claimId())) {
            return Optional.of("pass of claim " + claimId + " answered claim " + news.claimId());
        }
        if (!isAcknowledged()) acknowledgedNanos = now;
        if (news.status() == ClaimStatus.QUEUED) {
            if (known == ClaimStatus.WON || known == ClaimStatus.LOST) {
                return Optional.of("claim " + claimId + " was " + known + " and is QUEUED again");
            }
            if (told == ClaimStatus.NONE) told = ClaimStatus.QUEUED;
            return Optional.empty();
        }
        if (hasEnded() && (told != news.status() || !toldOrder.equals(news.orderId()))) {
            return Optional.of(
                    "claim %s was %s %s and then %s %s"
                            .formatted(claimId, told, toldOrder, news.status(), news.orderId()));
        }
        if (!hasEnded()) endedNanos = now;
        told = news.status();
        toldOrder = news.orderId();
        return Optional.empty();
    }

    /// What the server says of it afterwards.
    void record(News news) {
        if (claimId.isEmpty()) claimId = news.claimId();
        recorded = news.status();
        recordedOrder = news.orderId();
    }

    Run.ClaimSeen seen() {
        long millis = hasEnded() ? Duration.ofNanos(endedNanos - acknowledgedNanos).toMillis() : -1;
        return new Run.ClaimSeen(
                buyer.number(),
                buyer.offer().offerId(),
                claimId,
                quantity,
                isAcknowledged(),
                told,
                toldOrder,
                recorded,
                recordedOrder,
                millis);
    }

    /// How a claim stands, as an answer says it.
    ///
    /// @param orderId empty when there is none
    record News(String claimId, ClaimStatus status, String orderId) {

        /// Nothing when the answer does not speak of a claim.
        static Optional<News> of(Answer answer) {
            return of(answer.text("claimId"), answer.text("status"), answer.text("orderId"));
        }

        static Optional<News> of(String claimId, String status, String orderId) {
            if (claimId.isEmpty()) return Optional.empty();
            return switch (status) {
                case "QUEUED" -> Optional.of(new News(claimId, ClaimStatus.QUEUED, ""));
                case "WON" -> Optional.of(new News(claimId, ClaimStatus.WON, orderId));
                case "LOST" -> Optional.of(new News(claimId, ClaimStatus.LOST, ""));
                default -> Optional.empty();
            };
        }
    }
}
