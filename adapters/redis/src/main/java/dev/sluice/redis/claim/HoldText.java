package dev.sluice.redis.claim;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.ClaimText;
import dev.sluice.sale.Claim;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hold;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/// What is known of a claim, in the hash of an offer's claims: `h` and the units, the place, the
/// buyer for a held one, such as `h1 57 8`; `s` in place of `h` for a sold one, and `e` for one
/// that has ended. Ids are plain numbers. The claims of the queue are written by [ClaimText].
public final class HoldText {

    public static final String ENDED = "e";

    private HoldText() {}

    public static String held(Claim claim, long n) {
        return known('h', claim.hold(), n);
    }

    public static String sold(Hold hold, long n) {
        return known('s', hold, n);
    }

    public static boolean isHeld(String known) {
        return known.charAt(0) == 'h';
    }

    /// The claim as it stands, or nothing when it has ended.
    ///
    /// @param shard where it is, of so many
    public static Optional<ClaimState> state(
            OfferId offer, ClaimId claim, String known, Places places) {
        if (known.equals(ENDED)) return Optional.empty();
        var parts = known.split(" ", 3);
        var buyer = new BuyerId(Long.parseLong(parts[2]));
        var hold = new Hold(claim, offer, buyer, Integer.parseInt(parts[0].substring(1)));
        long sequence = places.sequence(Long.parseLong(parts[1]));
        return Optional.of(new ClaimState(hold, sequence, Optional.empty()));
    }

    public static String time(Instant instant) {
        return Long.toString(ClaimText.nanos(instant));
    }

    public static Instant instant(String text) {
        return ClaimText.instant(Long.parseLong(text));
    }

    /// Any text as one that keeps its bytes on the way; see [RedisSession].
    public static String wire(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    public static String unwire(String bytes) {
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private static String known(char state, Hold hold, long n) {
        return state + "" + hold.units() + " " + n + " " + hold.buyer().value();
    }
}
