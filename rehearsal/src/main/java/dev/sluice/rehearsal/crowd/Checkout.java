package dev.sluice.rehearsal.crowd;

import dev.sluice.rehearsal.crowd.Recorder.Reached;
import dev.sluice.rehearsal.evidence.Run.Oddity;
import dev.sluice.rehearsal.evidence.Run.OrderStatus;
import dev.sluice.rehearsal.http.Answer;
import dev.sluice.rehearsal.http.Call;
import dev.sluice.rehearsal.http.Call.Step;
import dev.sluice.rehearsal.scenario.Scenario.Habit;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/// What a buyer does with a won order: looks at it, and then pays, cancels, pays when it is too
/// late, or forgets it.
final class Checkout {
    private static final int THINK_MILLIS_MIN = 50;
    private static final int THINK_MILLIS_MAX = 800;
    private static final int LATE_MILLIS_MIN = 500;
    private static final int LATE_MILLIS_MAX = 2_000;

    /// One in so many presses refuse first and then pays after all.
    private static final int REFUSERS_IN = 20;

    private final Buyer buyer;
    private final Scene scene;
    private final ToldOrder order;
    private final String path;
    private String payPath = "";
    private boolean refusesFirst;
    private long expires;

    Checkout(ToldClaim claim) {
        this.buyer = claim.buyer();
        this.scene = buyer.scene();
        this.order = scene.told().order(buyer, claim.toldOrder(), claim.claimId());
        this.order.quantity(claim.quantity());
        this.path = "/api/v1/orders/" + claim.toldOrder();
        this.refusesFirst = buyer.random().nextInt(REFUSERS_IN) == 0;
        this.expires = scene.now() + scene.scenario().payWithin().toNanos();
    }

    void begin() {
        look(scene.now(), this::decide);
    }

    private void decide() {
        if (order.told() != OrderStatus.UNPAID) {
            buyer.leave();
            return;
        }
        switch (buyer.habit()) {
            case NEVER_PAYS -> buyer.leave();
            case CANCELS -> think(this::cancel);
            case PLAIN,
                    EARLY,
                    DOUBLE_CLICK,
                    IMPATIENT,
                    MANY_CONNECTIONS,
                    PAYS_LATE,
                    ABANDONS,
                    THIEF,
                    GUESSER,
                    VANDAL ->
                    think(this::startPaying);
        }
    }

    private void think(LongConsumer then) {
        buyer.later(THINK_MILLIS_MIN, THINK_MILLIS_MAX, then);
    }

    /// Reads the order, and goes on when it was heard.
    private void look(long due, Runnable then) {
        var known = order.told();
        buyer.send(
                Call.get(Step.ORDER, path).due(due),
                answer -> {
                    if (answer.status() == 200) {
                        hear(answer, known);
                        then.run();
                    } else {
                        retry(answer, moment -> look(moment, then));
                    }
                });
    }

    private void hear(Answer answer, OrderStatus known) {
        var status = ToldOrder.status(answer.text("status"));
        order.hear(status, known).ifPresent(this::odd);
        if (order.told() == OrderStatus.PAID) buyer.reach(Reached.PAID);
        noteExpiry(answer.text("expiresAt"), answer.text("placedAt"));
    }

    /// The server says when the order expires on its own clock; the time from placing to expiring
    /// is the same on both.
    private void noteExpiry(String expiresAt, String placedAt) {
        if (order.told() != OrderStatus.UNPAID) return;
        try {
            var lifetime = Duration.between(Instant.parse(placedAt), Instant.parse(expiresAt));
            expires = Math.max(expires, scene.now() + lifetime.toNanos());
        } catch (DateTimeException noMoment) {
            odd("has no moment of expiry");
        }
    }

    private void cancel(long due) {
        var known = order.told();
        buyer.send(
                Call.post(Step.ORDER, path + "/cancel", "{}").due(due),
                answer -> {
                    if (answer.status() == 200) {
                        hear(answer, known);
                        buyer.leave();
                    } else if (answer.code().equals("ORDER_NOT_UNPAID")) {
                        look(scene.now(), buyer::leave);
                    } else {
                        retry(answer, this::cancel);
                    }
                });
    }

    private void startPaying(long due) {
        var call = Call.post(Step.PAYMENT, path + "/payments", "{\"method\":\"sandbox\"}").due(due);
        buyer.send(
                call,
                answer -> {
                    if (answer.status() == 201) {
                        payPath = pathOf(answer.text("payUrl"));
                        press(buyer.habit() == Habit.PAYS_LATE);
                    } else if (answer.code().equals("ORDER_NOT_UNPAID")) {
                        look(scene.now(), buyer::leave);
                    } else {
                        retry(answer, this::startPaying);
                    }
                });
    }

    private void press(boolean late) {
        if (!late) {
            think(this::pay);
            return;
        }
        int wait = (int) Math.max(0, (expires - scene.now()) / 1_000_000);
        buyer.later(wait + LATE_MILLIS_MIN, wait + LATE_MILLIS_MAX, this::pay);
    }

    private void pay(long due) {
        boolean refuses = refusesFirst && buyer.habit() != Habit.PAYS_LATE;
        var button = refuses ? "/refuse" : "/pay";
        Consumer<Answer> pressed =
                answer -> {
                    if (answer.status() != 303) {
                        retry(answer, this::pay);
                    } else if (refuses) {
                        refusesFirst = false;
                        think(this::startPaying);
                    } else {
                        look(scene.now(), buyer::leave);
                    }
                };
        buyer.send(Call.post(Step.PAYMENT, payPath + button, "").due(due), pressed);
    }

    private void retry(Answer answer, LongConsumer again) {
        boolean excused = answer.isNone() || answer.isAnnouncedFault() || answer.status() == 429;
        if (!excused && answer.status() < 500) odd("was answered " + answer.kind());
        boolean comes = excused && scene.now() < scene.hours().ends();
        if (!comes || !buyer.tryAgain(answer, again)) buyer.leave();
    }

    private void odd(String what) {
        scene.odd(Oddity.Kind.CONTRADICTION, buyer + ", order " + order.orderId() + ": " + what);
    }

    private static String pathOf(String payUrl) {
        try {
            var path = URI.create(payUrl).getRawPath();
            return path == null ? "" : path;
        } catch (IllegalArgumentException notUrl) {
            return "";
        }
    }
}
