package dev.sluice.embedded;

import dev.sluice.id.BuyerId;
import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.port.Supply;
import dev.sluice.sale.Claim;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A process that reserves, parks and acknowledges until it is killed, and prints what it was told
/// is durable, at once and never before. Started by [EmbeddedCrashTest] with a folder and a number.
final class CrashingBuyer {

    static final OfferId OFFER = new OfferId(1);
    static final Instant START = Instant.parse("2026-11-11T12:00:00Z");
    static final int STOCK = 1_000_000;

    /// Ends each line, so that one cut short by the kill is known as such.
    static final String END = " .";

    private CrashingBuyer() {}

    public static void main(String[] arguments) throws InterruptedException {
        var folder = Path.of(arguments[0]);
        long id = Long.parseLong(arguments[1]);
        var out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        try (var stores =
                new EmbeddedStores(folder, EmbeddedConfig.DEFAULTS, InstantSource.fixed(START))) {
            stores.holds().prepare(new Supply(OFFER, STOCK, 1, List.of(), Map.of()));
            for (int round = 1; id < Long.MAX_VALUE; round++) {
                var claims = new ArrayList<Claim>();
                for (int i = 0; i <= round % 40; i++) claims.add(claim(id++));
                stores.holds().reserve(claims);
                var ids = claims.stream().map(claim -> "" + claim.id().value()).toList();
                out.println("held " + String.join(" ", ids) + END);
                if (round % 7 == 0) {
                    var taken = stores.queue().take(1, Duration.ZERO).getFirst();
                    stores.queue().park(taken, "by chance");
                    out.println("parked " + taken.claim().id().value() + END);
                }
                if (round % 11 == 0) stores.checkpoint();
            }
        }
    }

    private static Claim claim(long id) {
        return new Claim(new ClaimId(id), OFFER, new BuyerId(id), 1, START);
    }
}
