package dev.sluice.rehearsal.scenario;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is played: who comes when, what for, and how they behave. Together with the seed it decides
/// everything the crowd does by itself.
///
/// @param about one sentence for people
/// @param units of each offer; several offers stand in one sale
/// @param perBuyer units that a buyer may have of an offer; of a copy, of the most generous offer
/// @param arriveWithin the span in which all buyers arrive
/// @param lasts how long the sale stays open after the first arrival
/// @param mix how many of a hundred buyers have each habit; they sum to 100
/// @param answerMax the bound for every answer, from the moment its call was due
/// @param original the sale that is played by a copy; none for a sale of the scenario's own
public record Scenario(
        String name,
        String about,
        long seed,
        int buyers,
        List<Integer> units,
        int perBuyer,
        Arrival arrival,
        Duration arriveWithin,
        Duration lasts,
        Challenge challenge,
        int gateFactor,
        Duration payWithin,
        boolean daily,
        List<Restock> restocks,
        Map<Habit, Integer> mix,
        Duration answerMax,
        Optional<Original> original) {

    /// How the arrivals spread over their span.
    public enum Arrival {
        /// Most at the very first moment, the rest tailing off.
        SPIKE,
        /// Slowly more and more.
        RAMP,
        STEADY,
        /// Two spikes, the second in the middle of the span.
        DOUBLE_SPIKE
    }

    public enum Challenge {
        NONE,
        WORK
    }

    /// Stock that an operator adds in mid-sale.
    ///
    /// @param after the opening
    /// @param offer which one, counted from 1
    public record Restock(Duration after, int offer, int units) {}

    /// What kind of person a buyer is.
    public enum Habit {
        /// Solves the challenge, claims once, waits for the result, pays.
        PLAIN,
        /// Comes before the opening and asks again and again.
        EARLY,
        /// Sends each claim twice at once.
        DOUBLE_CLICK,
        /// Gives up waiting early and sends the same call again with the same pass.
        IMPATIENT,
        /// Asks over several connections at once, and for more with those that were not needed.
        MANY_CONNECTIONS,
        /// Fetches a challenge and never answers it.
        ABANDONS,
        /// Wins and never pays.
        NEVER_PAYS,
        /// Wins and cancels.
        CANCELS,
        /// Wins and pays after the order has expired.
        PAYS_LATE,
        /// Tries to claim with a pass of somebody else.
        THIEF,
        /// Asks for claims and orders that are not theirs.
        GUESSER,
        /// Sends garbage of every kind.
        VANDAL
    }
}
