package dev.sluice.rehearsal.crowd;

import dev.sluice.rehearsal.evidence.Run.Oddity;
import dev.sluice.rehearsal.http.Answer;
import dev.sluice.rehearsal.http.Call;
import dev.sluice.rehearsal.http.Call.Step;
import java.util.Set;

/// Tries to claim with passes that others have got. Nothing but a refusal may come of it.
final class Thief {
    private static final int TRIES = 3;

    /// What a thief may be told: that the pass is not theirs, or what everybody may know.
    private static final Set<String> EXPECTED =
            Set.of("PASS_INVALID", "NOT_OPEN", "CLOSED", "PAUSED", "SOLD_OUT", "RATE_LIMITED");

    private final Buyer buyer;
    private final Scene scene;
    private int tries;

    Thief(Buyer buyer) {
        this.buyer = buyer;
        this.scene = buyer.scene();
    }

    void arrive(long due) {
        steal(due);
    }

    private void steal(long due) {
        if (due - scene.hours().closes() >= 0 || tries == TRIES) {
            buyer.leave();
            return;
        }
        var found = scene.loot().passes().take(buyer);
        if (found.isEmpty()) {
            buyer.later(200, 600, this::steal);
            return;
        }
        tries++;
        var pass = found.get();
        var path = "/api/v1/offers/" + pass.offerId() + "/claims/" + pass.text();
        var call = Call.post(Step.CLAIM, path, "{\"quantity\":1}").due(due);
        buyer.send(call, answer -> answered(pass, answer));
    }

    private void answered(Loot.Item pass, Answer answer) {
        boolean excused = answer.isUnclear();
        if (answer.isSuccess()) {
            var what = " was answered %d with the pass of buyer %d, %s";
            scene.odd(
                    Oddity.Kind.LEAK,
                    buyer + what.formatted(answer.status(), pass.owner(), pass.text()));
        } else if (!excused && !EXPECTED.contains(answer.code())) {
            var what = " was answered %s with the pass of buyer %d";
            scene.odd(
                    Oddity.Kind.CONTRADICTION, buyer + what.formatted(answer.kind(), pass.owner()));
        }
        buyer.later(200, 1_000, this::steal);
    }
}
