package dev.sluice.rehearsal.crowd;

import dev.sluice.rehearsal.evidence.Run.Oddity;
import dev.sluice.rehearsal.http.Answer;
import dev.sluice.rehearsal.http.Call;
import dev.sluice.rehearsal.http.Call.Step;

/// Asks for claims and orders of others and for ids that it makes up. All of it must be unknown to
/// the server as far as a guesser can see.
final class Guesser {
    private static final int TRIES = 8;
    private static final int CLAIM_LENGTH = 22;
    private static final int ORDER_LENGTH = 13;
    private static final String LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
    private static final String API = "/api/v1/";

    private final Buyer buyer;
    private final Scene scene;
    private int tries;

    Guesser(Buyer buyer) {
        this.buyer = buyer;
        this.scene = buyer.scene();
    }

    void arrive(long due) {
        guess(due);
    }

    private void guess(long due) {
        if (due - scene.hours().closes() >= 0 || tries == TRIES) {
            buyer.leave();
            return;
        }
        var call = call(tries++).due(due);
        buyer.send(call, answer -> answered(call, answer));
    }

    private Call call(int kind) {
        return switch (kind) {
            case 0, 1 -> Call.get(Step.OTHER, API + "claims/" + claim());
            case 2 -> Call.get(Step.OTHER, API + "orders/" + order());
            case 3 -> Call.post(Step.OTHER, API + "orders/" + order() + "/cancel", "{}");
            case 4 ->
                    Call.post(
                            Step.OTHER,
                            API + "orders/" + order() + "/payments",
                            "{\"method\":\"sandbox\"}");
            case 5 -> Call.get(Step.OTHER, API + "orders/" + letters(ORDER_LENGTH));
            default -> Call.get(Step.OTHER, API + "claims/" + letters(CLAIM_LENGTH));
        };
    }

    private void answered(Call call, Answer answer) {
        boolean excused = answer.isPutOff();
        if (answer.isSuccess()) {
            scene.odd(
                    Oddity.Kind.LEAK,
                    buyer + " guessed: " + call + " was answered " + answer.status());
        } else if (!excused && answer.status() != 404) {
            scene.odd(
                    Oddity.Kind.CONTRADICTION,
                    buyer + " guessed: " + call + " was answered " + answer.kind());
        }
        buyer.later(100, 800, this::guess);
    }

    private String claim() {
        return scene.loot().claims().take(buyer).map(Loot.Item::text).orElse(letters(CLAIM_LENGTH));
    }

    private String order() {
        return scene.loot().orders().take(buyer).map(Loot.Item::text).orElse(letters(ORDER_LENGTH));
    }

    private String letters(int count) {
        var text = new StringBuilder(count);
        for (int i = 0; i < count; i++) {
            text.append(LETTERS.charAt(buyer.random().nextInt(LETTERS.length())));
        }
        return text.toString();
    }
}
