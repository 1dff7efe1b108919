package dev.sluice.rehearsal.crowd;

import dev.sluice.rehearsal.crowd.Recorder.Reached;
import dev.sluice.rehearsal.evidence.Run.ClaimStatus;
import dev.sluice.rehearsal.evidence.Run.Oddity;
import dev.sluice.rehearsal.http.Answer;
import dev.sluice.rehearsal.http.Call;
import dev.sluice.rehearsal.http.Call.Step;
import dev.sluice.rehearsal.scenario.Scenario.Habit;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongConsumer;

/// The ordinary way from a challenge to a claim and to its end. Each method sends one call, and the
/// answer decides which is next; when there is none, the buyer leaves. A claim that was sent and
/// not answered is asked for again with the same pass until an answer says what has become of it.
final class Shopper {
    /// A challenge that was not used up is good for longer than this.
    private static final Duration CHALLENGE_KEPT = Duration.ofSeconds(60);

    /// A pass is good for longer than this, but not for any pause.
    private static final Duration PASS_KEPT = Duration.ofSeconds(90);

    private static final int IMPATIENT_MILLIS_MIN = 20;
    private static final int IMPATIENT_MILLIS_MAX = 150;
    private static final int CLAIM_CALLS_MAX = 3;

    private final Buyer buyer;
    private final Scene scene;
    private final String offerPath;
    private String challengeId = "";
    private String challengeAnswer = "";
    private long challengeUntil;
    private String pass = "";
    private long passUntil;
    private ToldClaim claim;
    private int claimCalls;
    private int claimsUnderWay;
    private boolean goesOn;
    private boolean wantsMore;

    Shopper(Buyer buyer) {
        this.buyer = buyer;
        this.scene = buyer.scene();
        this.offerPath = "/api/v1/offers/" + buyer.offer().offerId();
        this.wantsMore = buyer.habit() == Habit.MANY_CONNECTIONS;
    }

    void arrive(long due) {
        askChallenge(due);
    }

    private void askChallenge(long due) {
        if (due - scene.hours().closes() >= 0) {
            buyer.leave();
            return;
        }
        var call = Call.get(Step.CHALLENGE, offerPath + "/challenge").due(due);
        buyer.send(call, this::challenged);
    }

    private void challenged(Answer answer) {
        if (answer.status() != 200) {
            refused(answer, this::askChallenge);
            return;
        }
        buyer.reach(Reached.CHALLENGES);
        if (buyer.habit() == Habit.ABANDONS) {
            buyer.leave();
            return;
        }
        challengeId = answer.text("challengeId");
        challengeUntil = scene.now() + CHALLENGE_KEPT.toNanos();
        switch (answer.text("kind")) {
            case "none" -> solved("");
            case "work" -> work(answer);
            default -> {
                odd(Oddity.Kind.CONTRADICTION, "a challenge that nobody ordered");
                buyer.leave();
            }
        }
    }

    private void work(Answer answer) {
        int difficulty = (int) number(answer.text("difficulty"));
        scene.solver()
                .solve(
                        answer.text("nonce"),
                        difficulty,
                        (solution, queued) -> scene.client().soon(() -> worked(solution, queued)));
    }

    private void worked(Optional<String> solution, long queued) {
        scene.recorder().late(queued);
        if (solution.isPresent()) solved(solution.get());
        else buyer.leave();
    }

    private void solved(String answer) {
        challengeAnswer = answer;
        askPass(scene.now());
    }

    private void askPass(long due) {
        if (due - scene.hours().closes() >= 0) {
            buyer.leave();
            return;
        }
        if (challengeId.isEmpty() || due - challengeUntil >= 0) {
            askChallenge(due);
            return;
        }
        var body =
                "{\"challengeId\":\"" + challengeId + "\",\"answer\":\"" + challengeAnswer + "\"}";
        var call = Call.post(Step.PASS, offerPath + "/passes", body).due(due);
        buyer.send(
                call,
                answer -> {
                    buyer.asked(due, answer);
                    passed(answer);
                });
    }

    private void passed(Answer answer) {
        if (answer.status() == 201) {
            buyer.reach(Reached.PASSES);
            pass = answer.text("pass");
            passUntil = scene.now() + PASS_KEPT.toNanos();
            scene.loot().passes().add(buyer, pass);
            beginClaim();
            return;
        }
        switch (answer.code()) {
            // The public facts use no challenge up.
            case "NOT_OPEN", "SOLD_OUT", "PAUSED", "CLOSED" -> {}
            case "CHALLENGE_FAILED" -> {
                odd(Oddity.Kind.CONTRADICTION, "the right answer to a challenge was refused");
                challengeId = "";
            }
            default -> challengeId = "";
        }
        refused(answer, this::askPass);
    }

    private void beginClaim() {
        int quantity = 1 + buyer.random().nextInt(buyer.offer().perBuyer());
        claim = scene.told().claim(buyer, pass, quantity, scene.now());
        claimCalls = 0;
        goesOn = false;
        claim(scene.now());
    }

    private void claim(long due) {
        boolean over = due - scene.hours().closes() >= 0;
        if (over && !claim.isUnknown()) {
            buyer.leave();
            return;
        }
        if (due - passUntil >= 0 && !claim.isUnknown()) {
            challengeId = "";
            askChallenge(due);
            return;
        }
        var call = sendClaim(due);
        if (buyer.habit() == Habit.DOUBLE_CLICK) sendClaim(due);
        if (buyer.habit() == Habit.IMPATIENT && claimCalls < CLAIM_CALLS_MAX) {
            buyer.later(
                    IMPATIENT_MILLIS_MIN,
                    IMPATIENT_MILLIS_MAX,
                    again -> {
                        if (!scene.client().giveUp(call)) return;
                        claimsUnderWay--;
                        claim.unheard();
                        claim(again);
                    });
        }
    }

    private Call sendClaim(long due) {
        claimCalls++;
        claimsUnderWay++;
        claim.sent();
        var known = claim.told();
        var body = "{\"quantity\":" + claim.quantity() + "}";
        var call = Call.post(Step.CLAIM, offerPath + "/claims/" + claim.pass(), body).due(due);
        var asked = claim;
        buyer.send(
                call,
                answer -> {
                    buyer.asked(due, answer);
                    claimsUnderWay--;
                    claimed(asked, known, answer);
                });
        return call;
    }

    private void claimed(ToldClaim asked, ClaimStatus known, Answer answer) {
        if (answer.isUnclear()) asked.unheard();
        var news = ToldClaim.News.of(answer);
        if (answer.isSuccess() && news.isPresent()) {
            hear(asked, news.get(), known);
            if (goesOn) return;
            goesOn = true;
            buyer.reach(Reached.CLAIMS);
            new ClaimWait(asked, this::ended).begin();
            return;
        }
        if (goesOn) {
            notForgotten(known, answer);
            return;
        }
        // Of two that were sent at once the other one may still say yes.
        if (claimsUnderWay > 0) return;
        noClaim(answer);
    }

    private void noClaim(Answer answer) {
        if (!answer.isPutOff()) claim.refused();
        switch (answer.code()) {
            case "OVER_LIMIT" -> buyer.leave();
            case "PASS_INVALID" -> passRefused();
            default -> refused(answer, this::claim);
        }
    }

    /// A pass that is out is given again to who asks for another, and does not last longer for it.
    private void passRefused() {
        if (scene.now() - claim.since() < PASS_KEPT.toNanos()) {
            odd(Oddity.Kind.CONTRADICTION, "was refused with their own pass " + pass);
            buyer.leave();
            return;
        }
        challengeId = "";
        askChallenge(scene.now());
    }

    /// A claim that was acknowledged before this call went out must be the answer to it.
    private void notForgotten(ClaimStatus known, Answer answer) {
        if (known == ClaimStatus.NONE || answer.isPutOff()) return;
        odd(
                Oddity.Kind.CONTRADICTION,
                "claim " + claim.claimId() + " was there and then answered " + answer.kind());
    }

    private void hear(ToldClaim about, ToldClaim.News news, ClaimStatus known) {
        if (!about.isAcknowledged()) {
            scene.told().countAcknowledged();
            scene.loot().claims().add(buyer, news.claimId());
        }
        about.hear(news, known, scene.now())
                .ifPresent(wrong -> odd(Oddity.Kind.CONTRADICTION, wrong));
    }

    /// The claim has come to its end, or nothing was heard of it for too long.
    private void ended() {
        switch (claim.told()) {
            case WON -> {
                buyer.reach(Reached.WON);
                scene.loot().orders().add(buyer, claim.toldOrder());
                if (claim.takePayment()) new Checkout(claim).begin();
                else tryForMore();
            }
            case LOST -> {
                challengeId = "";
                var refusal = new Answer(410, Answer.NO_RETRY_AFTER, new byte[0]);
                if (!buyer.comeBack(refusal, this::askChallenge)) buyer.leave();
            }
            case NONE, QUEUED -> buyer.leave();
        }
    }

    /// Whoever asks over several connections tries with the others to get beyond the limit, once.
    private void tryForMore() {
        if (!wantsMore) {
            buyer.leave();
            return;
        }
        wantsMore = false;
        challengeId = "";
        askChallenge(scene.now());
    }

    /// What happens after each kind of refusal, wherever on the way it comes.
    private void refused(Answer answer, LongConsumer again) {
        boolean comes =
                switch (answer.code()) {
                    case "NOT_OPEN" -> knockAgain(again);
                    case "PAUSED" -> buyer.waitOut(answer, again) || mustKnow(answer, again);
                    case "SOLD_OUT", "GATE_FULL", "RATE_LIMITED" ->
                            buyer.comeBack(answer, again) || mustKnow(answer, again);
                    case "CLOSED" -> false;
                    default -> {
                        if (answer.isNone() || answer.isAnnouncedFault()) {
                            yield buyer.tryAgain(answer, again);
                        }
                        if (answer.status() < 500) {
                            odd(Oddity.Kind.CONTRADICTION, "was answered " + answer.kind());
                        }
                        yield false;
                    }
                };
        if (!comes) buyer.leave();
    }

    /// Whoever sent a claim and does not know what became of it does not give up.
    private boolean mustKnow(Answer answer, LongConsumer again) {
        boolean unknown = claim != null && claim.isUnknown();
        return unknown && buyer.tryAgain(answer, again);
    }

    private boolean knockAgain(LongConsumer again) {
        buyer.later(200, 500, again);
        return true;
    }

    private void odd(Oddity.Kind kind, String what) {
        scene.odd(kind, buyer + ": " + what);
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException none) {
            return -1;
        }
    }
}
