package dev.sluice.rehearsal.verdict;

import static dev.sluice.rehearsal.verdict.Breaches.text;

import dev.sluice.rehearsal.evidence.Run;
import dev.sluice.rehearsal.evidence.Run.ClaimSeen;
import dev.sluice.rehearsal.evidence.Run.ClaimStatus;
import dev.sluice.rehearsal.evidence.Run.Oddity;
import dev.sluice.rehearsal.evidence.Run.OrderSeen;
import dev.sluice.rehearsal.evidence.Run.OrderStatus;
import dev.sluice.rehearsal.scenario.Scenario.Habit;
import dev.sluice.rehearsal.verdict.Verdict.Finding;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Whether the last that each buyer was told agrees with what is recorded. Time may have gone on
/// since, so what agrees is a table:
///
/// | told of a claim | recorded may be |
/// | --- | --- |
/// | nothing | anything |
/// | QUEUED | QUEUED (another finding's matter), WON, LOST |
/// | WON | WON with the same order |
/// | LOST | LOST, and no order of it |
///
/// | told of an order | recorded may be |
/// | --- | --- |
/// | only its id | any state |
/// | UNPAID | any state: it was paid, cancelled or expired since, or paid late |
/// | PAID | PAID; with late payers in the crowd also REFUNDED |
/// | CANCELLED, EXPIRED | the same; PAID or REFUNDED, when money was on its way |
/// | REFUNDED | REFUNDED |
final class ToldChecks {

    private ToldChecks() {}

    static Finding toldIsRecorded(Sums sums) {
        var run = sums.run();
        var breaches = new Breaches();
        long claims = 0;
        for (var claim : run.claims()) {
            if (told(claim) == ClaimStatus.NONE) continue;
            claims++;
            judge(sums, claim, breaches);
        }
        long orders = 0;
        for (var order : run.orders()) {
            if (order.told() != OrderStatus.NONE) orders++;
            judge(run, order, breaches);
        }
        breaches.addAll(run, Oddity.Kind.CONTRADICTION);
        var evidence =
                text(
                        "The last answers on %,d claims and %,d orders were compared with what is"
                                + " recorded: %,d differ.",
                        claims, orders, breaches.count());
        if (run.interrupted()) {
            evidence +=
                    " The run was interrupted before its end: what was not read is not compared.";
        }
        return breaches.finding("What was told is what was recorded", evidence);
    }

    /// A claim that was acknowledged was told QUEUED at least.
    private static ClaimStatus told(ClaimSeen claim) {
        boolean isSilent = claim.told() == ClaimStatus.NONE;
        return isSilent && claim.acknowledged() ? ClaimStatus.QUEUED : claim.told();
    }

    private static void judge(Sums sums, ClaimSeen claim, Breaches breaches) {
        var told = told(claim);
        if (claim.recorded() == ClaimStatus.NONE && sums.run().interrupted()) return;
        if (!ends(told).contains(claim.recorded())) {
            breaches.add(
                    "%s was told %s%s and is recorded %s%s.",
                    ClaimChecks.name(claim),
                    told,
                    ofOrder(claim.toldOrder()),
                    shown(claim.recorded()),
                    ofOrder(claim.recordedOrder()));
        } else if (told == ClaimStatus.WON && hasOtherOrder(claim)) {
            breaches.add(
                    "%s was told of order %s and is recorded with order %s.",
                    ClaimChecks.name(claim), claim.toldOrder(), claim.recordedOrder());
        } else if (told == ClaimStatus.LOST) {
            for (var order : sums.ordersByClaim().getOrDefault(claim.claimId(), List.of())) {
                breaches.add(
                        "%s was told LOST, but its order %s is recorded %s.",
                        ClaimChecks.name(claim), order.orderId(), order.recorded());
            }
        }
    }

    private static boolean hasOtherOrder(ClaimSeen claim) {
        return !claim.toldOrder().isEmpty() && !claim.toldOrder().equals(claim.recordedOrder());
    }

    private static Set<ClaimStatus> ends(ClaimStatus told) {
        return switch (told) {
            case NONE -> EnumSet.allOf(ClaimStatus.class);
            case QUEUED -> EnumSet.complementOf(EnumSet.of(ClaimStatus.NONE));
            case WON -> EnumSet.of(ClaimStatus.WON);
            case LOST -> EnumSet.of(ClaimStatus.LOST);
        };
    }

    private static void judge(Run run, OrderSeen order, Breaches breaches) {
        if (order.recorded() == OrderStatus.NONE && run.interrupted()) return;
        if (ends(run, order.told()).contains(order.recorded())) return;
        breaches.add(
                "Order %s of buyer %d was told %s and is recorded %s.",
                order.orderId(),
                order.buyer(),
                order.told() == OrderStatus.NONE ? "of" : order.told(),
                order.recorded() == OrderStatus.NONE ? "nowhere" : order.recorded());
    }

    private static Set<OrderStatus> ends(Run run, OrderStatus told) {
        return switch (told) {
            case NONE, UNPAID -> EnumSet.complementOf(EnumSet.of(OrderStatus.NONE));
            case PAID -> {
                boolean isLate = run.scenario().mix().getOrDefault(Habit.PAYS_LATE, 0) > 0;
                yield isLate
                        ? EnumSet.of(OrderStatus.PAID, OrderStatus.REFUNDED)
                        : EnumSet.of(OrderStatus.PAID);
            }
            case CANCELLED, EXPIRED -> EnumSet.of(told, OrderStatus.PAID, OrderStatus.REFUNDED);
            case REFUNDED -> EnumSet.of(OrderStatus.REFUNDED);
        };
    }

    private static String ofOrder(String order) {
        return order.isEmpty() ? "" : " with order " + order;
    }

    private static String shown(ClaimStatus recorded) {
        return recorded == ClaimStatus.NONE ? "nowhere" : recorded.name();
    }
}
