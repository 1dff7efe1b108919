package dev.sluice.plain;

import dev.sluice.id.ClaimId;
import dev.sluice.id.OfferId;
import dev.sluice.id.OrderId;
import dev.sluice.id.PaymentId;
import dev.sluice.id.RefundId;
import dev.sluice.port.Refunds;
import dev.sluice.sale.Deposit;
import dev.sluice.sale.Deposit.Fate;
import dev.sluice.sale.Hold;
import dev.sluice.sale.Payment;
import dev.sluice.sale.Refund;
import dev.sluice.sale.Refund.State;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Deposits and refunds in maps. All of it survives a crash.
public final class PlainRefunds implements Refunds {

    private final Map<String, Deposit> deposits = new LinkedHashMap<>();
    private final Map<RefundId, Refund> refunds = new LinkedHashMap<>();

    public synchronized List<Deposit> deposits() {
        return List.copyOf(deposits.values());
    }

    /// The money of a payment, by the provider's reference or by none.
    static Deposit money(Payment payment, Optional<String> reference, Instant at) {
        return new Deposit(
                payment.method(),
                reference.orElseGet(() -> Deposit.referenceOf(payment.id(), payment.amount())),
                Optional.of(payment.id()),
                Optional.of(payment.order()),
                payment.amount(),
                Fate.UNDECIDED,
                at);
    }

    /// Records new money or decides of money that is there; what goes back is a refund.
    synchronized void put(Deposit deposit) {
        var key = key(deposit.provider(), deposit.reference());
        var known = deposits.get(key);
        if (known != null && known.fate() != Fate.UNDECIDED) return;
        deposits.put(key, known == null ? deposit : known.with(deposit.fate()));
        if (!deposit.fate().goesBack() || deposit.amount().amount() == 0) return;
        var id = new RefundId(refunds.size() + 1);
        var pending = new Refund(id, deposit, State.PENDING, 0, deposit.at(), Optional.empty(), "");
        refunds.put(id, pending);
    }

    synchronized Optional<String> undecidedOf(PaymentId payment) {
        return deposits.values().stream()
                .filter(d -> d.fate() == Fate.UNDECIDED)
                .filter(d -> d.payment().equals(Optional.of(payment)))
                .map(Deposit::reference)
                .findFirst();
    }

    synchronized Set<ClaimId> undecidedOf(OfferId offer, PlainOrders orders) {
        return deposits.values().stream()
                .filter(d -> d.fate() == Fate.UNDECIDED)
                .map(d -> orders.find(d.order().orElseThrow()).orElseThrow().hold())
                .filter(hold -> hold.offer().equals(offer))
                .map(Hold::claim)
                .collect(Collectors.toSet());
    }

    @Override
    public synchronized Deposit sendBack(Deposit deposit) {
        if (!deposit.fate().goesBack()) throw new IllegalArgumentException("kept: " + deposit);
        if (findDeposit(deposit.provider(), deposit.reference()).isEmpty()) put(deposit);
        return findDeposit(deposit.provider(), deposit.reference()).orElseThrow();
    }

    @Override
    public synchronized Optional<Deposit> findDeposit(String provider, String reference) {
        return Optional.ofNullable(deposits.get(key(provider, reference)));
    }

    @Override
    public synchronized List<Deposit> undecided(Instant before, int max) {
        return deposits.values().stream()
                .filter(d -> d.fate() == Fate.UNDECIDED)
                .filter(d -> d.at().isBefore(before) || isFar(d.at(), before))
                .limit(max)
                .toList();
    }

    @Override
    public synchronized List<Refund> due(String provider, Instant now, int max) {
        return unfinished()
                .filter(r -> r.deposit().provider().equals(provider))
                .filter(r -> !r.nextAt().isAfter(now) || isFar(r.nextAt(), now))
                .sorted(Comparator.comparing(Refund::nextAt))
                .limit(max)
                .toList();
    }

    @Override
    public synchronized boolean ask(Refund refund, Instant nextAt) {
        var r = refunds.get(refund.id());
        if (r.state() == State.DONE || r.attempts() != refund.attempts()) return false;
        put(r, State.ASKED, r.attempts() + 1, nextAt);
        return true;
    }

    @Override
    public synchronized void note(Refund refund, State state, String note) {
        var r = refunds.get(refund.id());
        if (r.state() != State.ASKED || r.attempts() != refund.attempts() + 1) return;
        refunds.put(
                r.id(),
                new Refund(r.id(), r.deposit(), state, r.attempts(), r.nextAt(), r.doneAt(), note));
    }

    @Override
    public synchronized boolean confirm(RefundId refund, String note, Instant at) {
        var r = refunds.get(refund);
        if (r == null || r.state() == State.DONE) return false;
        var done =
                new Refund(
                        r.id(),
                        r.deposit(),
                        State.DONE,
                        r.attempts(),
                        r.nextAt(),
                        Optional.of(at),
                        note);
        refunds.put(refund, done);
        return true;
    }

    @Override
    public synchronized boolean retry(RefundId refund, Instant at) {
        var r = refunds.get(refund);
        if (r == null || r.state() == State.DONE) return false;
        put(r, State.PENDING, r.attempts(), at);
        return true;
    }

    @Override
    public synchronized Optional<Refund> findRefund(RefundId refund) {
        return Optional.ofNullable(refunds.get(refund));
    }

    @Override
    public synchronized List<Refund> findRefunds(
            Optional<State> state, Optional<RefundId> before, int max) {
        return refunds.values().stream()
                .filter(r -> state.map(s -> r.state() == s).orElse(true))
                .filter(r -> before.map(b -> r.id().compareTo(b) < 0).orElse(true))
                .sorted(Comparator.comparing(Refund::id).reversed())
                .limit(max)
                .toList();
    }

    @Override
    public synchronized List<Refund> findRefunds(List<OrderId> orders) {
        return refunds.values().stream()
                .filter(r -> r.deposit().order().filter(orders::contains).isPresent())
                .toList();
    }

    @Override
    public synchronized Open open() {
        var oldest = unfinished().map(r -> r.deposit().at()).min(Instant::compareTo);
        return new Open((int) unfinished().count(), oldest);
    }

    private Stream<Refund> unfinished() {
        return refunds.values().stream().filter(r -> r.state() != State.DONE);
    }

    private void put(Refund r, State state, int attempts, Instant nextAt) {
        var changed =
                new Refund(r.id(), r.deposit(), state, attempts, nextAt, r.doneAt(), r.note());
        refunds.put(r.id(), changed);
    }

    private static boolean isFar(Instant at, Instant now) {
        return at.isAfter(now.plus(Refund.FAR));
    }

    private static String key(String provider, String reference) {
        return provider + " " + reference;
    }
}
