package dev.sluice.sale;

import dev.sluice.id.RefundId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Money that has to go back, until the provider has confirmed that it did.
///
/// @param deposit the money; all of it goes back
/// @param attempts how often the provider was asked
/// @param nextAt not asked before
/// @param note why the last attempt failed, or what the person wrote who marked it as done
public record Refund(
        RefundId id,
        Deposit deposit,
        State state,
        int attempts,
        Instant nextAt,
        Optional<Instant> doneAt,
        String note) {

    public static final int NOTE_MAX = 180;

    /// Times of money that are further off were written by a clock that has been put back since.
    /// It is longer than any pause between two attempts.
    public static final Duration FAR = Duration.ofMinutes(20);

    public enum State {
        /// To be asked for; by a person where the provider cannot be asked.
        PENDING,
        /// Asked for; whether the provider does it is not known yet.
        ASKED,
        /// The provider did not do it or could not be reached, and is asked again.
        FAILED,
        DONE
    }

    /// By which the provider knows that it was asked before. It is made of the money's reference
    /// and not of the refund's id, since ids come again when a book is restored from a backup.
    public String key() {
        return "refund-" + deposit.reference();
    }

    /// As much of a text as fits into a note.
    public static String shortened(String text) {
        return text.length() <= NOTE_MAX ? text : text.substring(0, NOTE_MAX);
    }
}
