package dev.sluice.rehearsal.crowd;

import dev.sluice.rehearsal.evidence.Run.ClaimStatus;
import dev.sluice.rehearsal.evidence.Run.Oddity;
import dev.sluice.rehearsal.http.Answer;
import dev.sluice.rehearsal.http.Call;
import dev.sluice.rehearsal.http.Call.Step;
import dev.sluice.rehearsal.scenario.Scenario.Habit;
import java.time.Duration;

/// Waits for the end of a claim: the first who waits and then every tenth over a WebSocket, the
/// others by asking. A socket that breaks, or says nothing for too long, is followed by asking.
final class ClaimWait {
    private static final int SOCKETS_IN = 10;
    private static final Duration WAIT = Duration.ofSeconds(5);
    private static final Duration IMPATIENT_WAIT = Duration.ofSeconds(1);
    private static final Duration SOCKET_MAX = Duration.ofSeconds(6);
    private static final int UNKNOWN_MAX = 5;

    private final ToldClaim claim;
    private final Buyer buyer;
    private final Scene scene;
    private final Runnable then;
    private ClaimStatus onSocket = ClaimStatus.NONE;
    private int unknown;
    private boolean done;

    /// @param then is run once, when the claim has ended or nothing more can be found out
    ClaimWait(ToldClaim claim, Runnable then) {
        this.claim = claim;
        this.buyer = claim.buyer();
        this.scene = buyer.scene();
        this.then = then;
    }

    void begin() {
        if (claim.hasEnded()) {
            finish();
        } else if (scene.told().countWaiting() % SOCKETS_IN == 0) {
            listen();
        } else {
            ask(scene.now());
        }
    }

    private void listen() {
        long due = scene.now();
        var socket = new LiveSocket(scene, buyer, news -> heard(news, due), this::askInstead);
        socket.open();
        scene.at(due + SOCKET_MAX.toNanos(), moment -> socket.close());
    }

    /// @return whether the socket is not needed any more
    private boolean heard(ToldClaim.News news, long since) {
        if (!news.claimId().equals(claim.claimId())) return false;
        hear(news, onSocket);
        onSocket = news.status();
        if (!claim.hasEnded()) return false;
        scene.recorder().told(Step.OUTCOME, since, scene.now());
        finish();
        return true;
    }

    private void askInstead() {
        if (!done) ask(scene.now());
    }

    private void ask(long due) {
        if (claim.hasEnded() || due - scene.hours().ends() >= 0) {
            finish();
            return;
        }
        var wait = buyer.habit() == Habit.IMPATIENT ? IMPATIENT_WAIT : WAIT;
        var path = "/api/v1/claims/" + claim.claimId() + "?wait=" + wait.toSeconds();
        var known = claim.told();
        buyer.send(
                Call.get(Step.OUTCOME, path).due(due).waiting(wait),
                answer -> answered(answer, known));
    }

    private void answered(Answer answer, ClaimStatus known) {
        var news = ToldClaim.News.of(answer);
        if (answer.isSuccess() && news.isPresent()) {
            hear(news.get(), known);
            if (claim.hasEnded()) finish();
            else buyer.later(100, 300, this::ask);
        } else if (answer.isNone() || answer.isAnnouncedFault() || answer.status() == 429) {
            if (!buyer.tryAgain(answer, this::ask)) finish();
        } else {
            odd("was acknowledged and then answered " + answer.kind());
            if (++unknown < UNKNOWN_MAX) buyer.later(500, 1_000, this::ask);
            else finish();
        }
    }

    private void hear(ToldClaim.News news, ClaimStatus known) {
        claim.hear(news, known, scene.now()).ifPresent(this::odd);
    }

    private void odd(String what) {
        scene.odd(Oddity.Kind.CONTRADICTION, buyer + ", claim " + claim.claimId() + ": " + what);
    }

    private void finish() {
        if (done) return;
        done = true;
        then.run();
    }
}
