package dev.sluice.plain;

import dev.sluice.id.OfferId;
import dev.sluice.sale.Hash;
import dev.sluice.sale.Movement;
import dev.sluice.sale.Movement.Line;
import dev.sluice.sale.Movement.Why;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The stock ledger as a list, each line chained to the one before it.
final class PlainLedger {

    /// A movement before it has its place.
    record Entry(OfferId offer, Instant at, Why why, List<Line> lines, int units) {}

    private final List<Movement> movements = new ArrayList<>();

    void append(Entry entry) {
        long sequence = movements.size() + 1L;
        var text = head() + " " + sequence + " " + entry;
        movements.add(
                new Movement(
                        sequence,
                        entry.offer(),
                        entry.at(),
                        entry.why(),
                        entry.units(),
                        entry.lines(),
                        new Hash(sha256(text))));
    }

    long size() {
        return movements.size();
    }

    Hash head() {
        return movements.isEmpty() ? Hash.ZERO : movements.getLast().hash();
    }

    List<Movement> find(OfferId offer, long after, int max) {
        return movements.stream()
                .filter(m -> m.offer().equals(offer) && m.sequence() > after)
                .limit(max)
                .toList();
    }

    private static byte[] sha256(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256");
            return digest.digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
