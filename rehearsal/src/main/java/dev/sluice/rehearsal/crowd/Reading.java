package dev.sluice.rehearsal.crowd;

import dev.sluice.rehearsal.evidence.Run.Oddity;
import dev.sluice.rehearsal.http.Answer;
import dev.sluice.rehearsal.http.Call;
import dev.sluice.rehearsal.http.Call.Step;
import dev.sluice.rehearsal.http.Json;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/// Asks the server, once everything has come to rest, for every claim that was sent and for the
/// orders of every buyer who sent one, with that buyer's own session. A bounded number of questions
/// is under way at a time. Belongs to the event loop's thread, but [#done].
final class Reading {
    private static final int UNDER_WAY_MAX = 64;
    private static final int TRIES_MAX = 30;
    private static final Duration RETRY_AFTER = Duration.ofMillis(700);
    private static final int PAGE = 100;

    /// One thing to be read, tried until it is answered.
    private static final class Question {
        private final Buyer buyer;
        private final Call.Step step = Step.AFTERWARDS;
        private final String method;
        private final String path;
        private final String body;
        private final Consumer<Answer> answered;
        private int tries;

        Question(Buyer buyer, String path, Consumer<Answer> answered) {
            this(buyer, "GET", path, "", answered);
        }

        Question(Buyer buyer, String method, String path, String body, Consumer<Answer> answered) {
            this.buyer = buyer;
            this.method = method;
            this.path = path;
            this.body = body;
            this.answered = answered;
        }

        Call call() {
            return method.equals("GET") ? Call.get(step, path) : Call.post(step, path, body);
        }
    }

    private final Scene scene;
    private final boolean isClosed;
    private final ArrayDeque<Question> questions = new ArrayDeque<>();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private int underWay;
    private int asked;
    private int total;

    /// @param isClosed whether the sale was closed before its time
    Reading(Scene scene, boolean isClosed) {
        this.scene = scene;
        this.isClosed = isClosed;
    }

    CompletableFuture<Void> done() {
        return done;
    }

    /// The part that has been read, from 0 to 1.
    double part() {
        return total == 0 ? 1 : (double) asked / total;
    }

    void begin() {
        boolean isOver = isClosed || scene.now() - scene.hours().closes() >= 0;
        var buyers = new LinkedHashSet<Buyer>();
        for (var claim : scene.told().claims()) {
            buyers.add(claim.buyer());
            if (!claim.claimId().isEmpty()) add(readClaim(claim));
            // While a sale is open the same call would be a new claim.
            else if (claim.mayExist() && isOver) add(askAgain(claim));
        }
        for (var buyer : buyers) add(readOrders(buyer, ""));
        next();
    }

    private void add(Question question) {
        questions.add(question);
        total++;
    }

    private Question readClaim(ToldClaim claim) {
        return new Question(
                claim.buyer(),
                "/api/v1/claims/" + claim.claimId(),
                answer -> {
                    if (answer.status() != 404) record(claim, answer);
                });
    }

    /// A claim without an answer is found by sending it again: after the close nothing new comes of
    /// that.
    private Question askAgain(ToldClaim claim) {
        var path = "/api/v1/offers/" + claim.buyer().offer().offerId() + "/claims/" + claim.pass();
        var body = "{\"quantity\":" + claim.quantity() + "}";
        return new Question(
                claim.buyer(),
                "POST",
                path,
                body,
                answer -> {
                    if (answer.isSuccess()) record(claim, answer);
                });
    }

    private void record(ToldClaim claim, Answer answer) {
        var news = ToldClaim.News.of(answer);
        if (answer.isSuccess() && news.isPresent()) claim.record(news.get());
        else odd("claim " + claim.claimId() + " could not be read: " + answer.kind());
    }

    private Question readOrders(Buyer buyer, String after) {
        var path = "/api/v1/orders?limit=" + PAGE + (after.isEmpty() ? "" : "&after=" + after);
        return new Question(buyer, path, answer -> recordOrders(buyer, answer));
    }

    private void recordOrders(Buyer buyer, Answer answer) {
        if (answer.status() != 200) {
            odd("the orders of " + buyer + " could not be read: " + answer.kind());
            return;
        }
        for (var order : Json.objects(answer.fields(), "orders")) record(buyer, order);
        var next = answer.text("next");
        if (!next.isEmpty()) add(readOrders(buyer, next));
    }

    private void record(Buyer buyer, Map<String, Object> order) {
        var status = ToldOrder.status(Json.text(order, "status"));
        int quantity = quantity(Json.text(order, "quantity"));
        var claimId = Json.text(order, "claimId");
        scene.told()
                .order(buyer, Json.text(order, "orderId"), claimId)
                .record(status, claimId, Json.text(order, "offerId"), quantity);
    }

    private void next() {
        while (underWay < UNDER_WAY_MAX && !questions.isEmpty()) ask(questions.poll());
        if (underWay == 0 && questions.isEmpty()) done.complete(null);
    }

    private void ask(Question question) {
        underWay++;
        int turn = question.tries++;
        var call =
                question.call()
                        .session(question.buyer.session())
                        .node(question.buyer.node() + turn)
                        .then(answer -> answered(question, answer));
        LongConsumer send = due -> scene.client().send(call.due(due));
        if (turn == 0) send.accept(scene.now());
        else scene.at(scene.now() + RETRY_AFTER.toNanos(), send);
    }

    private void answered(Question question, Answer answer) {
        underWay--;
        if (answer.isPutOff() && question.tries < TRIES_MAX) {
            ask(question);
        } else {
            asked++;
            question.answered.accept(answer);
        }
        next();
    }

    private void odd(String what) {
        scene.odd(Oddity.Kind.FAULT, what);
    }

    private static int quantity(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException none) {
            return 0;
        }
    }
}
