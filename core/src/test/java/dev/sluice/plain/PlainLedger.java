package dev.sluice.plain;

import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.port.OrderBook.Settled;
import dev.sluice.sale.ClaimState;
import dev.sluice.sale.Hash;
import dev.sluice.sale.LedgerHead;
import dev.sluice.sale.Movement;
import dev.sluice.sale.Movement.Line;
import dev.sluice.sale.Movement.Why;
import dev.sluice.sale.Order;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The stock ledger as a list, each movement chained to the one before it.
final class PlainLedger {

    private record Kind(OfferId offer, Why why, Instant at) {}

    /// Units that moved, the order that they are of, and the claim that was settled by it.
    record Change(
            OfferId offer,
            Why why,
            Instant at,
            int units,
            Optional<OrderId> order,
            Optional<ClaimState> settled) {

        static Change of(Order order, Why why, Instant at) {
            var hold = order.hold();
            return new Change(
                    hold.offer(), why, at, hold.units(), Optional.of(order.id()), Optional.empty());
        }

        static Change of(OfferId offer, Why why, Instant at, int units) {
            return new Change(offer, why, at, units, Optional.empty(), Optional.empty());
        }

        Change settling(ClaimState claim) {
            return new Change(offer, why, at, units, order, Optional.of(claim));
        }

        Kind kind() {
            return new Kind(offer, why, at);
        }

        Optional<Line> line() {
            return order.map(id -> new Line(id, units));
        }
    }

    private final List<Movement> movements = new ArrayList<>();
    private final List<List<ClaimState>> settled = new ArrayList<>();

    void move(Why why, OfferId offer, int units, Instant at) {
        write(List.of(Change.of(offer, why, at, units)));
    }

    /// Changes of one kind that are written together are one movement.
    void write(List<Change> changes) {
        changes.stream()
                .collect(
                        Collectors.groupingBy(
                                Change::kind, LinkedHashMap::new, Collectors.toList()))
                .forEach(this::append);
    }

    private void append(Kind kind, List<Change> changes) {
        long sequence = movements.size() + 1L;
        var lines = changes.stream().flatMap(change -> change.line().stream()).toList();
        int units = changes.stream().mapToInt(Change::units).sum();
        var text = head().hash() + " " + sequence + " " + changes;
        settled.add(changes.stream().flatMap(change -> change.settled().stream()).toList());
        movements.add(
                new Movement(
                        sequence,
                        kind.offer(),
                        kind.at(),
                        kind.why(),
                        units,
                        lines,
                        new Hash(sha256(text))));
    }

    LedgerHead head() {
        var hash = movements.isEmpty() ? Hash.ZERO : movements.getLast().hash();
        return new LedgerHead(movements.size(), hash);
    }

    List<Movement> find(OfferId offer, long after, int max) {
        return movements.stream()
                .filter(m -> m.offer().equals(offer) && m.sequence() > after)
                .limit(max)
                .toList();
    }

    Settled findSettled(long after, int max) {
        long upTo = Math.min(after + max, movements.size());
        var claims = settled.subList((int) after, (int) upTo).stream().flatMap(List::stream);
        return new Settled(upTo, claims.toList());
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
