package dev.sluice.rehearsal.backstage;

import dev.sluice.rehearsal.backstage.Operator.SaleSeen;
import dev.sluice.rehearsal.scenario.Scenario;
import dev.sluice.rehearsal.verdict.Verdict.Finding;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// What has to stand ready after a daily sale: the sale of the next day, with full stock, although
/// this one was closed early.
public final class NextDay {
    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration WAIT_MAX = Duration.ofSeconds(5);
    private static final Duration LOOK_EVERY = Duration.ofMillis(200);

    private final Operator operator;
    private final InstantSource clock;

    public NextDay(Operator operator, InstantSource clock) {
        this.operator = operator;
        this.clock = clock;
    }

    public Finding check(Scenario scenario, SaleSeen today) throws InterruptedException {
        var next = await(today.saleId());
        if (next.isEmpty()) {
            return finding("No sale follows " + today.saleId() + ".", List.of(today.saleId()));
        }
        var breaches = breaches(scenario, today.opensAt().plus(DAY), next.get());
        return finding(
                "Sale %s follows %s; it is %s and opens at %s with %s."
                        .formatted(
                                next.get().saleId(),
                                today.saleId(),
                                next.get().state(),
                                next.get().opensAt(),
                                units(next.get())),
                breaches);
    }

    private Optional<SaleSeen> await(String saleId) throws InterruptedException {
        var giveUp = clock.instant().plus(WAIT_MAX);
        var next = operator.findNext(saleId);
        while (next.isEmpty() && clock.instant().isBefore(giveUp)) {
            LockSupport.parkNanos(LOOK_EVERY.toNanos());
            next = operator.findNext(saleId);
        }
        return next;
    }

    private List<String> breaches(Scenario scenario, Instant opensAt, SaleSeen next)
            throws InterruptedException {
        var breaches = new ArrayList<String>();
        if (!next.state().equals("UPCOMING")) {
            breaches.add("Its state is %s instead of UPCOMING.".formatted(next.state()));
        }
        if (!next.opensAt().equals(opensAt)) {
            breaches.add("It opens at %s instead of %s.".formatted(next.opensAt(), opensAt));
        }
        if (next.offers().size() != scenario.units().size()) {
            breaches.add(
                    "It has %d offers instead of %d."
                            .formatted(next.offers().size(), scenario.units().size()));
            return breaches;
        }
        for (int i = 0; i < next.offers().size(); i++) {
            var offerId = next.offers().get(i).offerId();
            var book = operator.audit(offerId).book();
            int wanted = scenario.units().get(i);
            if (book.stock() != wanted || book.free() != wanted) {
                breaches.add(
                        "Offer %s has %d units, %d of them free, instead of %d."
                                .formatted(offerId, book.stock(), book.free(), wanted));
            }
        }
        return breaches;
    }

    private static String units(SaleSeen sale) {
        var units = sale.offers().stream().map(offer -> Integer.toString(offer.units())).toList();
        return String.join(" and ", units) + " units";
    }

    private static Finding finding(String evidence, List<String> breaches) {
        return new Finding(
                "The next day's sale stands ready", breaches.isEmpty(), evidence, breaches);
    }
}
