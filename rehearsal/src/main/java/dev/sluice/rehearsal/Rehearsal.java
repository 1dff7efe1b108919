package dev.sluice.rehearsal;

import dev.sluice.rehearsal.backstage.Kills;
import dev.sluice.rehearsal.backstage.NextDay;
import dev.sluice.rehearsal.backstage.Operator;
import dev.sluice.rehearsal.backstage.Operator.Audit;
import dev.sluice.rehearsal.backstage.Operator.SaleSeen;
import dev.sluice.rehearsal.backstage.PrivateSluice;
import dev.sluice.rehearsal.backstage.Restocks;
import dev.sluice.rehearsal.backstage.Stop;
import dev.sluice.rehearsal.backstage.Watch;
import dev.sluice.rehearsal.crowd.Buyer;
import dev.sluice.rehearsal.crowd.Crowd;
import dev.sluice.rehearsal.crowd.Snapshot;
import dev.sluice.rehearsal.crowd.Stage;
import dev.sluice.rehearsal.crowd.Stage.StagedOffer;
import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.evidence.Run.OfferSeen;
import dev.sluice.rehearsal.evidence.Run.OrderSeen;
import dev.sluice.rehearsal.evidence.Timeline;
import dev.sluice.rehearsal.scenario.RehearsalFailure;
import dev.sluice.rehearsal.scenario.Scenario;
import dev.sluice.rehearsal.verdict.Verdict.Finding;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// One rehearsal from the first buyer that is made until everything has come to rest.
///
/// The thread that calls [#play] does it all but for three duties, which have threads of their own
/// while the sale runs: looking at the stock, adding stock, and killing the server. Others may ask
/// how it stands, and ask for its end.
final class Rehearsal {
    /// From the last preparation to the opening: some buyers come before it.
    private static final Duration AHEAD = Duration.ofSeconds(3);

    /// How much longer a sale that is closed by hand would have stayed open.
    private static final Duration LEFT_AT_CLOSE = Duration.ofMinutes(10);

    /// Units that come back that shortly before the close may find no buyer any more. It is short,
    /// since some of them do find one, and as many others that stayed unsold are then overlooked.
    /// The answers that it takes to buy come on top, as long as they took at the end.
    private static final Duration LATE = Duration.ofSeconds(1);

    /// Challenge, pass and claim, one after the other.
    private static final int ANSWERS_TO_BUY = 3;

    /// Units that an operator adds that shortly before the close may come after the last questions
    /// of those who were counted as turned away.
    private static final Duration ADDED_LATE = Buyer.LAST_SECONDS.plusSeconds(2);

    /// What settling and expiring may take on top of the time to pay.
    private static final Duration REST_MAX = Duration.ofSeconds(20);

    private static final Duration REST_MAX_INTERRUPTED = Duration.ofSeconds(3);

    /// How long money that was on its way may go on to arrive while all is read again and again.
    private static final Duration READ_AGAIN_MAX = Duration.ofMinutes(2);

    private static final Duration LOOK_EVERY = Duration.ofMillis(100);
    private static final String OPEN = "the sale is open";
    private static final String READING = "reading what was recorded";

    /// What came of it.
    ///
    /// @param extra findings that only an operator can make
    record Ended(Run run, List<Finding> extra) {}

    private final Scenario scenario;
    private final Operator operator;
    private final Optional<PrivateSluice> server;
    private final Optional<Duration> killEvery;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final Stop stop;
    private final Stop watchEnd;
    private volatile String phase = "beginning";
    private volatile Crowd crowd;
    private volatile Watch watch;
    private volatile Instant opensAt;
    private volatile Consumer<String> onSale = sale -> {};

    /// @param server when the rehearsal has started it itself
    Rehearsal(
            Scenario scenario,
            Operator operator,
            Optional<PrivateSluice> server,
            Optional<Duration> killEvery,
            InstantSource clock,
            LongSupplier nanos) {
        this.scenario = scenario;
        this.operator = operator;
        this.server = server;
        this.killEvery = killEvery;
        this.clock = clock;
        this.nanos = nanos;
        this.stop = new Stop(clock);
        this.watchEnd = new Stop(clock);
    }

    /// To be told the id of the sale that is played, on the thread that plays it.
    void onSale(Consumer<String> told) {
        onSale = told;
    }

    /// Ends it soon, from any thread; what was seen until then is its outcome.
    void interrupt() {
        stop.ask();
        var playing = crowd;
        if (playing != null) playing.interrupt();
    }

    Ended play() throws InterruptedException {
        if (WarmUp.isWorthIt(scenario)) {
            phase = "warming up";
            new WarmUp(operator, clock, nanos, stop).play(scenario);
        }
        phase = "making buyers";
        var sessions = operator.makeBuyers(scenario.buyers());
        phase = "publishing the sale";
        var ahead = operator.clockAhead();
        opensAt = clock.instant().plus(AHEAD);
        var sale = publish(opensAt.plus(ahead));
        onSale.accept(sale.saleId());
        var stage = new Stage(operator.nodes(), sale.saleId(), sale.offers(), opensAt, sessions);
        try (var playing = new Crowd(scenario, stage, clock, nanos)) {
            watch = new Watch(operator, sale.saleId(), clock);
            crowd = playing;
            if (stop.isAsked()) playing.interrupt();
            var restocks = new Restocks(operator, sale.offers());
            perform(sale, restocks);
            return ended(sale, restocks);
        } finally {
            // A rehearsal must not come back every day, also when it failed.
            if (scenario.daily()) endSeries(sale.saleId());
        }
    }

    private void perform(SaleSeen sale, Restocks restocks) throws InterruptedException {
        try (var duties = new Duties(this::interrupt)) {
            var watching = duties.start("rehearsal-watch", () -> watch.run(watchEnd));
            var restocking = duties.start("rehearsal-restocks", () -> restock(restocks));
            var killing = duties.start("rehearsal-kills", this::kill);
            var closing = duties.start("rehearsal-close", () -> close(sale.saleId()));
            phase = OPEN;
            crowd.play();
            Duties.await(restocking);
            Duties.await(killing);
            Duties.await(closing);
            phase = "settling";
            awaitRest(sale);
            watchEnd.ask();
            Duties.await(watching);
        }
    }

    /// A daily sale is closed by hand, before its time. Returns when the sale is over, also when
    /// somebody else has closed it.
    private void close(String saleId) throws InterruptedException {
        while (!watch.isClosed() && clock.instant().isBefore(closesAt())) {
            if (stop.awaitUntil(earlier(clock.instant().plus(LOOK_EVERY), closesAt()))) return;
        }
        if (scenario.daily()) operator.closeSale(saleId);
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    private Instant closesAt() {
        return opensAt.plus(scenario.lasts());
    }

    /// By the servers' clock.
    private SaleSeen publish(Instant opensAt) throws InterruptedException {
        var closesAt = opensAt.plus(scenario.lasts());
        if (scenario.daily()) closesAt = closesAt.plus(LEFT_AT_CLOSE);
        return operator.publishSale(scenario, opensAt, closesAt);
    }

    private void restock(Restocks restocks) throws InterruptedException {
        restocks.run(scenario.restocks(), opensAt, stop);
    }

    private void kill() throws InterruptedException {
        if (killEvery.isEmpty()) return;
        var kills = new Kills(server.orElseThrow(), killEvery.get(), clock);
        kills.run(opensAt, closesAt(), stop);
    }

    /// Until no claim waits, no unit is held and no order waits to be paid, or until that has taken
    /// longer than it may; the checks see what is left.
    private void awaitRest(SaleSeen sale) throws InterruptedException {
        var start = clock.instant();
        while (!isAtRest(sale)) {
            var longest =
                    stop.isAsked() ? REST_MAX_INTERRUPTED : scenario.payWithin().plus(REST_MAX);
            if (clock.instant().isAfter(start.plus(longest))) return;
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
    }

    private boolean isAtRest(SaleSeen sale) throws InterruptedException {
        for (var offer : sale.offers()) {
            if (!operator.audit(offer.offerId()).isAtRest()) return false;
        }
        return true;
    }

    private Ended ended(SaleSeen sale, Restocks restocks) throws InterruptedException {
        phase = READING;
        boolean interrupted = stop.isAsked();
        var rested = clock.instant();
        var audits = readRecorded(sale);
        var seen = crowd.seen();
        var toBuy = LATE.plus(seen.heldAtEnd().multipliedBy(ANSWERS_TO_BUY));
        var addedLate = toBuy.compareTo(ADDED_LATE) > 0 ? toBuy : ADDED_LATE;
        var offers = new ArrayList<OfferSeen>();
        var late = new HashSet<String>();
        for (var offer : sale.offers()) {
            var audit = audits.get(offer.offerId());
            var closed = sale.opensAt().plus(scenario.lasts());
            var ledger = operator.readLedger(offer.offerId(), closed.minus(toBuy));
            var stock =
                    new Stock(
                            ledger.stocked(),
                            (long) offer.units() + restocks.addedTo(offer.offerId()),
                            ledger.addedSince(closed.minus(addedLate)));
            offers.add(offer(offer, stock, audit, seen.turnedAway()));
            late.addAll(ledger.returnedLate());
        }
        var run =
                new Run(
                        scenario,
                        operator.nodes(),
                        seen.startedAt(),
                        opensAt,
                        Duration.between(seen.startedAt(), rested),
                        interrupted,
                        server.map(PrivateSluice::kills).orElse(0),
                        offers,
                        seen.claims(),
                        seen.orders().stream().map(order -> order(order, late)).toList(),
                        seen.answers(),
                        seen.oddities(),
                        timeline(seen),
                        seen.pace(),
                        interrupted ? Optional.empty() : watch.shutBefore(closesAt()),
                        toBuy);
        var extra = new ArrayList<Finding>();
        // A sale that never opened has no successor.
        if (scenario.daily() && !interrupted) {
            extra.add(new NextDay(operator, clock).check(scenario, sale));
        }
        return new Ended(run, extra);
    }

    private Timeline timeline(Crowd.Seen seen) {
        return new Timeline(
                watch.addTo(seen.timeline().seconds(), seen.startedAt()),
                seen.timeline().latencies(),
                seen.timeline().funnel());
    }

    /// Reads what the crowd has and audits it. Money that was on its way when the last buyer left
    /// may arrive in between: then all is read again, so that both speak of the same moment. A busy
    /// server takes it in one piece after the other, so it is time that bounds this.
    private Map<String, Audit> readRecorded(SaleSeen sale) throws InterruptedException {
        var last = clock.instant().plus(READ_AGAIN_MAX);
        var before = audits(sale);
        while (true) {
            crowd.readRecorded(watch.isClosed());
            var after = audits(sale);
            boolean isOver = stop.isAsked() || clock.instant().isAfter(last);
            if (after.equals(before) || isOver) return after;
            before = after;
        }
    }

    private Map<String, Audit> audits(SaleSeen sale) throws InterruptedException {
        var audits = new HashMap<String, Audit>();
        for (var offer : sale.offers()) {
            audits.put(offer.offerId(), operator.audit(offer.offerId()));
        }
        return audits;
    }

    private void endSeries(String saleId) throws InterruptedException {
        try {
            operator.closeSale(saleId);
            var next = operator.findNext(saleId);
            if (next.isPresent()) operator.closeSale(next.get().saleId());
        } catch (RehearsalFailure e) {
            System.err.println(
                    "sluice rehearse: close the sale %s and the one after it yourself: %s"
                            .formatted(saleId, e.getMessage()));
        }
    }

    /// Units that an offer was given: by its ledger, by the rehearsal, and too late to be sold.
    private record Stock(long units, long ordered, long late) {}

    private static OfferSeen offer(
            StagedOffer offer, Stock stock, Audit audit, Map<String, Integer> turnedAway) {
        return new OfferSeen(
                offer.offerId(),
                offer.product(),
                stock.units(),
                offer.perBuyer(),
                audit.book(),
                audit.store(),
                audit.balanced(),
                turnedAway.getOrDefault(offer.offerId(), 0),
                stock.ordered(),
                stock.late());
    }

    /// What is paid again was not left over, whenever its units had been on sale.
    private static OrderSeen order(OrderSeen order, Set<String> late) {
        boolean isBack =
                switch (order.recorded()) {
                    case CANCELLED, EXPIRED, REFUNDED -> true;
                    case NONE, UNPAID, PAID -> false;
                };
        return new OrderSeen(
                order.buyer(),
                order.offerId(),
                order.orderId(),
                order.claimId(),
                order.quantity(),
                order.told(),
                order.recorded(),
                isBack && late.contains(order.orderId()));
    }

    /// How it stands now: what the crowd knows, and what only the operator does.
    Snapshot snapshot() {
        var playing = crowd;
        var watching = watch;
        if (playing == null || watching == null) {
            return new Snapshot(
                    phase(), 0, 0, scenario.buyers(), 0, 0, Map.of(), 0, 0, 0, 0, 0, -1);
        }
        var now = playing.snapshot();
        return new Snapshot(
                phase(),
                done(),
                now.second(),
                now.buyers(),
                now.arrived(),
                now.requestsPerSecond(),
                now.refusals(),
                now.claims(),
                now.won(),
                now.paid(),
                now.p50Millis(),
                now.p99Millis(),
                watching.stockLeft());
    }

    private String phase() {
        boolean isWaiting = phase.equals(OPEN) && clock.instant().isBefore(opensAt);
        if (isWaiting) return "the sale is about to open";
        return phase.equals(OPEN) && watch.isPaused() ? "the sale is paused" : phase;
    }

    /// By time: nothing else of a rehearsal is known beforehand.
    private double done() {
        if (phase.equals(READING)) return 1;
        var begin = opensAt.minus(AHEAD);
        var whole = AHEAD.plus(scenario.lasts()).plus(scenario.payWithin());
        double part =
                (double) Duration.between(begin, clock.instant()).toMillis() / whole.toMillis();
        return Math.clamp(part, 0, 1);
    }
}
