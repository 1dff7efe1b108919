package dev.sluice.sale;

import dev.sluice.id.SaleId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// An event with a window `[opensAt, closesAt)` and one or more offers.
///
/// @param stage what an operator last decided; together with the time it gives the [State]
/// @param gateFactor passes that may be out at a time for each unit of stock
/// @param payWithin how long an order may stay unpaid
/// @param previous the sale of the day before, for one that a daily sale gave rise to
public record Sale(
        SaleId id,
        String title,
        Instant opensAt,
        Instant closesAt,
        Stage stage,
        ChallengeKind challenge,
        int gateFactor,
        Duration payWithin,
        Repeat repeat,
        Optional<SaleId> previous,
        Instant createdAt,
        List<Offer> offers) {

    /// What an operator decided. Time alone moves no sale from one stage to another.
    public enum Stage {
        DRAFT,
        PUBLISHED,
        PAUSED,
        CLOSED;

        /// Whether an operator may move a sale from this stage to that one.
        public boolean canBecome(Stage next) {
            return switch (this) {
                case DRAFT -> next == PUBLISHED;
                case PUBLISHED -> next == PAUSED || next == CLOSED;
                case PAUSED -> next == PUBLISHED || next == CLOSED;
                case CLOSED -> false;
            };
        }
    }

    /// What a sale is at a moment, as everybody sees it.
    public enum State {
        DRAFT,
        UPCOMING,
        OPEN,
        PAUSED,
        CLOSED
    }

    public enum ChallengeKind {
        NONE,
        MATH,
        WORK
    }

    public enum Repeat {
        NONE,
        DAILY
    }

    public Sale {
        offers = List.copyOf(offers);
        if (!opensAt.isBefore(closesAt)) {
            throw new IllegalArgumentException("opensAt " + opensAt + " closesAt " + closesAt);
        }
        if (gateFactor < 1) throw new IllegalArgumentException("gateFactor: " + gateFactor);
        if (!payWithin.isPositive()) throw new IllegalArgumentException("payWithin: " + payWithin);
    }

    /// A pause shows at once, also before the window opens; after the window the sale is closed.
    public State stateAt(Instant now) {
        return switch (stage) {
            case DRAFT -> State.DRAFT;
            case CLOSED -> State.CLOSED;
            case PUBLISHED, PAUSED -> {
                if (!now.isBefore(closesAt)) yield State.CLOSED;
                if (stage == Stage.PAUSED) yield State.PAUSED;
                yield now.isBefore(opensAt) ? State.UPCOMING : State.OPEN;
            }
        };
    }

    public Sale withStage(Stage stage) {
        return new Sale(
                id,
                title,
                opensAt,
                closesAt,
                stage,
                challenge,
                gateFactor,
                payWithin,
                repeat,
                previous,
                createdAt,
                offers);
    }

    public Sale withOffers(List<Offer> offers) {
        return new Sale(
                id,
                title,
                opensAt,
                closesAt,
                stage,
                challenge,
                gateFactor,
                payWithin,
                repeat,
                previous,
                createdAt,
                offers);
    }
}
