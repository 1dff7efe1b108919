package dev.sluice.port;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.id.SaleId;
import dev.sluice.port.Broadcast.Signal;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hash;
import dev.sluice.sale.Hold;
import dev.sluice.sale.Outcome;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/// Signals as text, for whatever leaves the process: a word for the kind, then its values,
/// separated by spaces. The claims of one signal follow each other. [EnvelopeText] writes what
/// signals travel in.
public final class SignalText {

    private SignalText() {}

    public static String of(Signal signal) {
        return switch (signal) {
            case Signal.SoldOut(OfferId offer) -> "sold-out " + offer.value();
            case Signal.Freed(OfferId offer) -> "freed " + offer.value();
            case Signal.SaleChanged(SaleId sale) -> "sale " + sale.value();
            case Signal.ClaimsEnded(var claims) -> "claims" + claims(claims);
            case Signal.SessionEnded(Hash token) -> "session " + token;
            case Signal.SwitchesChanged _ -> "switches";
            case Signal.Missed _ -> throw new IllegalArgumentException("Missed is never sent");
        };
    }

    /// @throws IllegalArgumentException when the text is no signal, as from a newer Sluice
    public static Signal parse(String text) {
        var words = text.split(" ");
        try {
            return parse(words);
        } catch (IndexOutOfBoundsException | ArithmeticException e) {
            throw new IllegalArgumentException("no signal: " + text, e);
        }
    }

    private static Signal parse(String[] words) {
        return switch (words[0]) {
            case "sold-out" -> new Signal.SoldOut(new OfferId(number(words[1])));
            case "freed" -> new Signal.Freed(new OfferId(number(words[1])));
            case "sale" -> new Signal.SaleChanged(new SaleId(number(words[1])));
            case "claims" -> new Signal.ClaimsEnded(claims(words));
            case "session" -> new Signal.SessionEnded(new Hash(HexFormat.of().parseHex(words[1])));
            case "switches" -> new Signal.SwitchesChanged();
            default -> throw new IllegalArgumentException("no signal: " + words[0]);
        };
    }

    /// Six words each: claim, offer, buyer, units, sequence, and the order or the reason.
    private static String claims(List<ClaimState> claims) {
        var text = new StringBuilder(64 * claims.size());
        for (var claim : claims) {
            var hold = claim.hold();
            text.append(' ').append(hold.claim().value()).append(' ').append(hold.offer().value());
            text.append(' ').append(hold.buyer().value()).append(' ').append(hold.units());
            text.append(' ').append(claim.sequence()).append(' ');
            switch (claim.outcome().orElseThrow()) {
                case Outcome.Won(_, OrderId order) -> text.append(order.value());
                case Outcome.Lost(_, Outcome.Reason reason) -> text.append(reason.name());
            }
        }
        return text.toString();
    }

    private static List<ClaimState> claims(String[] words) {
        var claims = new ArrayList<ClaimState>((words.length - 1) / 6);
        for (int i = 1; i < words.length; i += 6) {
            var id = new ClaimId(number(words[i]));
            var hold =
                    new Hold(
                            id,
                            new OfferId(number(words[i + 1])),
                            new BuyerId(number(words[i + 2])),
                            Math.toIntExact(number(words[i + 3])));
            var outcome = Optional.of(outcome(id, words[i + 5]));
            claims.add(new ClaimState(hold, number(words[i + 4]), outcome));
        }
        return claims;
    }

    private static Outcome outcome(ClaimId claim, String word) {
        return Character.isDigit(word.charAt(0))
                ? new Outcome.Won(claim, new OrderId(number(word)))
                : new Outcome.Lost(claim, Outcome.Reason.valueOf(word));
    }

    private static long number(String word) {
        return Long.parseLong(word);
    }
}
